import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { threadMs } from '../../../../test/harness/time/thread-time.js';
import { readXml, XML_DEPTH, XML_ELEMENTS, XML_REFERENCES, XmlRefused } from './xml-document.js';
import { attributeOf } from './xml-element.js';

const reasonOf = (text: string): string => {
  try {
    readXml(text);
    return 'read';
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    return error.message;
  }
};

describe('reading the XML of SAML', () => {
  it('resolves prefixes, default namespaces and the predefined references', () => {
    const root = readXml(
      '<?xml version="1.0" encoding="UTF-8"?>\r\n<p:a xmlns:p="urn:p" xmlns="urn:d" x="1&#x20;2&quot;" p:x="\t3">' +
        'a&amp;b<b xmlns=""/>\r\n&#233;</p:a>\n',
    );
    expect(root).toEqual({
      namespace: 'urn:p',
      localName: 'a',
      attributes: [
        { namespace: '', localName: 'x', value: '1 2"' },
        { namespace: 'urn:p', localName: 'x', value: ' 3' },
      ],
      children: [{ namespace: '', localName: 'b', attributes: [], children: [], text: '' }],
      text: 'a&b\né',
    });
    expect(attributeOf(root, 'x')).toBe('1 2"');
  });

  it.each([
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'it holds a document type'],
    ['<a><!DOCTYPE b></a>', 'it holds a document type'],
    ['<a>&x;</a>', 'it refers to an entity'],
    ['<a b="&x;"/>', 'it refers to an entity'],
    ['<a>&</a>', 'it refers to an entity'],
    ['<a>&#1114112;</a>', 'it refers to an entity'],
    ['<a>&#0;</a>', 'it holds a character XML does not allow'],
    ['<a>\u0001</a>', 'it holds a character XML does not allow'],
    ['<a>\ud800</a>', 'it holds a character XML does not allow'],
    ['<a>x<!-- -->y</a>', 'it holds a comment'],
    ['<a>x<?y z?></a>', 'it holds a processing instruction'],
    ['<a><![CDATA[x]]></a>', 'it holds a CDATA section or declaration'],
    ['<a/><b/>', 'it has two roots'],
    ['<a/>x', 'it holds text outside its root'],
    ['x<a/>', 'it holds text outside its root'],
    ['<a>', 'it is not complete'],
    ['', 'it is not complete'],
    ['<a></b>', 'it is not well-formed'],
    ['<a></a b>', 'it is not well-formed'],
    ['<a b=c/>', 'it is not well-formed'],
    ['<a b="c"d="e"/>', 'it is not well-formed'],
    ['<a b="<"/>', 'it is not well-formed'],
    ['<a b="c/>', 'it is not well-formed'],
    ['<é/>', 'it is not well-formed'],
    ['< a/>', 'it is not well-formed'],
    ['<a>]]></a>', 'it is not well-formed'],
    ['<a b="" b=""/>', 'an attribute is there twice'],
    ['<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>', 'an attribute is there twice'],
    ['<p:a/>', 'a prefix is not declared'],
    ['<a p:b=""/>', 'a prefix is not declared'],
    ['<a xmlns:xml="urn:x"/>', 'it declares a namespace that cannot be'],
    ['<a xmlns:p=""/>', 'it declares a namespace that cannot be'],
    ['<script xmlns="http://www.w3.org/1999/xhtml"/>', 'it holds HTML'],
  ])('refuses %j', (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  it('skips comments and instructions where people write them', () => {
    expect(readXml('<?x?><!-- a --><a>x<!-- - -->y<?z?></a>', 'metadata').text).toBe('xy');
    expect(() => readXml('<a><!-- </a>', 'metadata')).toThrow(XmlRefused);
  });

  it('bounds depth, elements, names, attributes, namespaces and references', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    const many = (count: number, make: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => make(at)).join('');
    expect(reasonOf(nested(XML_DEPTH))).toBe('read');
    expect(reasonOf(nested(XML_DEPTH + 1))).toBe('its elements are nested too deeply');
    expect(reasonOf(`<a>${'<b/>'.repeat(XML_ELEMENTS.message - 1)}</a>`)).toBe('read');
    expect(reasonOf(`<a>${'<b/>'.repeat(XML_ELEMENTS.message)}</a>`)).toBe('it has too many elements');
    expect(readXml(`<a>${'<b/>'.repeat(XML_ELEMENTS.message)}</a>`, 'metadata').children).toHaveLength(2_000);
    expect(reasonOf(`<a>${many(256, (at) => `<b${at}/>`)}</a>`)).toBe('its elements have too many names');
    expect(reasonOf(`<a>${'&amp;'.repeat(XML_REFERENCES)}</a>`)).toBe('read');
    expect(reasonOf(`<a b="&#65;">${'&amp;'.repeat(XML_REFERENCES)}</a>`)).toBe('it has too many references');
    expect(() => readXml(`<a>${'<b xmlns="u"/>'.repeat(4_001)}</a>`, 'metadata')).toThrow(
      'it declares too many namespaces',
    );
    expect(reasonOf(`<a ${many(65, (at) => ` b${at}=""`)}/>`)).toBe('it has too many attributes');
    expect(reasonOf(`<a ${many(64, (at) => ` xmlns:b${at}="u"`)}/>`)).toBe('it declares too many namespaces');
  });

  it('takes time in proportion to the text, whatever it holds', () => {
    const million = 1_000_000;
    for (const text of [
      '<a>'.repeat(million / 3),
      `<a>${'&amp;'.repeat(million / 5)}</a>`,
      `<a>${'&'.repeat(million)}</a>`,
      `<a b="${' '.repeat(million)}"/>`,
      `<a${' '.repeat(million)}/>`,
      `<a>${'</b'.repeat(million / 3)}`,
      `<a b=${'"'.repeat(million)}`,
      `<${'a'.repeat(million)}`,
      `<?xml version${'='.repeat(million)}`,
      `<a>${']]'.repeat(million / 2)}</a>`,
    ]) {
      const before = threadMs();
      reasonOf(text);
      expect(threadMs() - before).toBeLessThan(500);
    }
  });

  it('reads or refuses any text', () => {
    const soup = fc
      .array(
        fc.constantFrom('<', '>', '/', 'a', 'b:', '="', '"', ' ', 'xmlns', '&amp;', '&', '!', '--', '?', 'é'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          soup,
          soup.map((text) => `<a>${text}</a>`),
          fc.string(),
        ),
        (text) => {
          expect(typeof reasonOf(text)).toBe('string');
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
