/** Longest number that is written out; a double needs no more digits than this, an attack does. */
const MAX_DIGITS = 400;

/** The texts one JSON number is read as: as it stands, as a double, and as a decimal without exponent. */
export function numberReadings(lexeme: string): readonly string[] {
  const double = String(Number(lexeme));
  if (double === lexeme && !lexeme.includes('e')) return [lexeme];
  const readings = new Set([lexeme.toLowerCase(), double]);
  const plain = withoutExponent(lexeme.toLowerCase());
  if (plain !== null) readings.add(plain);
  return [...readings];
}

/** `42e2` is 4200 to a reader of decimals; null without exponent or when it has too many digits. */
function withoutExponent(lexeme: string): string | null {
  const at = lexeme.indexOf('e');
  if (at < 0) return null;
  const [sign, digits] = lexeme.startsWith('-') ? ['-', lexeme.slice(1, at)] : ['', lexeme.slice(0, at)];
  const [whole = '', fraction = ''] = digits.split('.');
  const exponent = Number(lexeme.slice(at + 1));
  if (Math.abs(exponent) + digits.length > MAX_DIGITS) return null;
  const point = whole.length + exponent;
  const all = (whole + fraction).padStart(whole.length + fraction.length - Math.min(0, point - 1), '0');
  const from = Math.max(1, point);
  const before = all
    .slice(0, from)
    .padEnd(from, '0')
    .replace(/^0+(?=\d)/, '');
  const after = all.slice(from).replace(/0+$/, '');
  return sign + before + (after === '' ? '' : `.${after}`);
}
