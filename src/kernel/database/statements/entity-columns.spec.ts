import { describe, expect, it } from '@jest/globals';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columnsOf, jsonSelection, picked, selection } from './entity-columns.js';

@Entity('boats')
class BoatEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'home_port' })
  homePort: string;
}

describe('columns of an entity', () => {
  it('are named as its decorators say', () => {
    expect(columnsOf(BoatEntity)).toEqual({ id: 'id', homePort: 'home_port' });
  });

  it('come out of a statement under the names of the fields', () => {
    expect(selection(BoatEntity)).toBe('id AS "id", home_port AS "homePort"');
    expect(selection(BoatEntity, ['homePort'], 'b')).toBe('b.home_port AS "homePort"');
    expect(jsonSelection(BoatEntity, ['id', 'homePort'], 'b')).toBe(
      `jsonb_build_object('id', b.id, 'homePort', b.home_port)`,
    );
    expect(picked(['homePort'])).toEqual({ homePort: true });
  });

  it('are asked of entities only', () => {
    expect(() => columnsOf(class Plain {})).toThrow('Plain is no entity');
  });
});
