import ts from 'typescript';

/**
 * The text with a call at the start of every function body; `number` gives each function, by its name, the number that the
 * call passes on. Lines stay where they are.
 */
export function announceEntries(fileName, text, number) {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const insertions = [];
  const visit = (node) => {
    const { body } = node;
    if (ts.isFunctionLike(node) && body !== undefined) {
      const call = `globalThis.entered?.(${number(nameOf(node))})`;
      if (ts.isBlock(body)) insertions.push([body.getStart() + 1, `${call};`]);
      else insertions.push([body.getStart(), `(${call}, `], [body.getEnd(), ')']);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return inserted(text, insertions);
}

function inserted(text, insertions) {
  const parts = [];
  let from = 0;
  for (const [at, more] of insertions.toSorted(([a], [b]) => a - b)) {
    parts.push(text.slice(from, at), more);
    from = at;
  }
  return parts.join('') + text.slice(from);
}

/** Its own, or that of what it is assigned to or in. */
function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return `new ${node.parent.name?.getText() ?? 'class'}`;
  for (let at = node; at !== undefined && !ts.isSourceFile(at); at = at.parent)
    if (at.name !== undefined) return at === node ? at.name.getText() : `${at.name.getText()} (inner)`;
  return '(module)';
}
