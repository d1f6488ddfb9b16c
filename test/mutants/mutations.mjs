// Where a source file can be changed so that some test should notice, found in its syntax tree.
import ts from 'typescript';

const SWAPPED = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
]);

/** Every change of the text: `{ start, end, text, line, what }`, in the order of the file. */
export function mutationsOf(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, changed, what) =>
    found.push({
      start: node.getStart(source),
      end: node.getEnd(),
      text: changed,
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
      what,
    });
  visit(source);
  return found;

  function visit(node) {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isDecorator(node) || ts.isThrowStatement(node)) return;
    if (ts.isBinaryExpression(node)) {
      const swapped = SWAPPED.get(node.operatorToken.kind);
      if (swapped && !joinsText(node)) add(node.operatorToken, swapped, `operator to ${swapped}`);
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false', 'true to false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true', 'false to true');
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      add(condition, `!(${condition.getText(source)})`, 'condition negated');
    }
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression) && !isSuper(node.expression)) {
      add(node, ';', 'call removed');
    }
    ts.forEachChild(node, visit);
  }
}

/** `+` between texts says nothing about a rule, and `-` would only throw it away. */
function joinsText(node) {
  return (
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    [node.left, node.right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))
  );
}

function isSuper(call) {
  return call.expression.kind === ts.SyntaxKind.SuperKeyword;
}
