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

/** Writes for people who operate the server: no rule depends on it. */
const REPORTING = /\b(?:log|logger|console)\.\w+$/;

/**
 * Every change of the text: `{ start, end, text, line, code, what }`, in the order of the file; `code` is the line
 * itself. Each replaces a whole expression, so that a switch can stand in its place (`instrument.mjs`).
 */
export function mutationsOf(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found = [];
  visit(source);
  return found;

  function add(node, changed, what) {
    const start = node.getStart(source);
    const { line } = source.getLineAndCharacterOfPosition(start);
    found.push({
      path,
      start,
      end: node.getEnd(),
      text: changed,
      line: line + 1,
      code: lines[line].trim(),
      what,
    });
  }

  function visit(node) {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isDecorator(node) || ts.isThrowStatement(node) || isSlice(node)) return;
    if (ts.isBinaryExpression(node)) addSwap(node);
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false', 'true to false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true', 'false to true');
    if (ts.isIfStatement(node)) addNegation(node.expression);
    if (ts.isConditionalExpression(node)) addNegation(node.condition);
    if (ts.isExpressionStatement(node)) addRemoval(node.expression);
    ts.forEachChild(node, visit);
  }

  function addSwap(node) {
    const swapped = SWAPPED.get(node.operatorToken.kind);
    if (!swapped || joinsText(node) || endsLoop(node) || endsPiece(node)) return;
    const operator = node.operatorToken;
    const changed = text.slice(node.getStart(source), operator.getStart(source)) + swapped;
    add(
      node,
      changed + text.slice(operator.getEnd(), node.getEnd()),
      `${operator.getText(source)} to ${swapped}`,
    );
  }

  /** Not where the swap of the one comparison is the same change. */
  function addNegation(condition) {
    const isEquality =
      ts.isBinaryExpression(condition) && /^[!=]==$/.test(condition.operatorToken.getText(source));
    if (!isEquality) add(condition, `!(${condition.getText(source)})`, 'condition negated');
  }

  function addRemoval(expression) {
    const call = ts.isAwaitExpression(expression) ? expression.expression : expression;
    if (!ts.isCallExpression(call) || call.expression.kind === ts.SyntaxKind.SuperKeyword) return;
    if (!REPORTING.test(call.expression.getText(source))) add(expression, 'void 0', 'call removed');
  }
}

/** `+` between texts says nothing about a rule, and `-` would only throw it away. */
function joinsText(node) {
  return node.operatorToken.kind === ts.SyntaxKind.PlusToken && [node.left, node.right].some(isText);
}

function isText(node) {
  if (ts.isParenthesizedExpression(node)) return isText(node.expression);
  if (ts.isBinaryExpression(node)) return joinsText(node);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** `if (at >= due) { due = at + PIECE; yield; }`: where work is divided, which changes no result (ADR 122). */
function isSlice(node) {
  if (!ts.isIfStatement(node) || node.elseStatement) return false;
  const { thenStatement } = node;
  const statements = ts.isBlock(thenStatement) ? [...thenStatement.statements] : [thenStatement];
  const isRest = ({ expression }) => expression && ts.isYieldExpression(expression) && !expression.expression;
  return statements.some(isRest) && statements.every((each) => isRest(each) || isAssignment(each));
}

function isAssignment(statement) {
  return (
    ts.isExpressionStatement(statement) &&
    ts.isBinaryExpression(statement.expression) &&
    statement.expression.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

/** `let due = at + PIECE`, the same of its first piece. */
function endsPiece({ right }) {
  return ts.isIdentifier(right) && right.text === 'PIECE';
}

/** One step past the end reads `undefined`, which most loops step over: a change without a difference. */
function endsLoop({ parent, operatorToken, right }) {
  return (
    ts.isForStatement(parent) &&
    operatorToken.kind === ts.SyntaxKind.LessThanToken &&
    ts.isPropertyAccessExpression(right) &&
    right.name.text === 'length'
  );
}
