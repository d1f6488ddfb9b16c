/** The server's source with its types, and what both references ask of it. */
import { relative } from 'node:path';
import ts from 'typescript';

export function openProgram(root) {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (fault) => {
      throw new Error(String(fault.messageText));
    },
  };
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(`${root}/tsconfig.build.json`, {}, host);
  const program = ts.createProgram(fileNames, { ...options, noEmit: true });
  const sources = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && file.fileName.includes('/src/'));
  return { checker: program.getTypeChecker(), sources, root };
}

/** Calls of a method on what is of one of these types, wherever it comes from. */
export function* methodCalls({ checker, sources }, types) {
  const pending = [...sources];
  while (pending.length > 0) {
    const node = pending.pop();
    ts.forEachChild(node, (child) => void pending.push(child));
    if (!ts.isCallExpression(node)) continue;
    const { expression: callee } = node;
    if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) continue;
    const receiver = checker.getTypeAtLocation(callee.expression);
    if (
      !types.has((receiver.aliasSymbol ?? receiver.symbol)?.name) &&
      !types.has(methodOf(checker, receiver))
    )
      continue;
    yield { node, callee, receiver: callee.expression };
  }
}

/** What a type that names only some methods of another says of them. */
function methodOf(checker, type) {
  const [method] = type.getProperties();
  return method && checker.getTypeOfSymbol(method).symbol?.name;
}

export function placeOf({ root }, node) {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(root, file.fileName)}:${line + 1}`;
}

/** The words a type may be, or null when it may be any. */
export function wordsOf(type) {
  const members = type.isUnion() ? type.types : [type];
  return members.every((member) => member.isStringLiteral()) ? members.map(({ value }) => value) : null;
}

/** Where a name's place is declared, as in `NameIn<'the price table'>`: that place. */
export function placeOfNames(checker, type) {
  const place = type.getProperty('nameIn');
  const [text] = (place && wordsOf(checker.getNonNullableType(checker.getTypeOfSymbol(place)))) ?? [];
  return text ?? null;
}

/** `|` ends a cell of a table. */
export const cell = (text) => text.replaceAll('|', '\\|');
