/** What mail programs make a link of, in any of the forms that look alike. */
const LINKS = /:\/\/|www\.|[/\\\u2044\u2215\u29f8]/i;

/**
 * A name as a mail shows it (R66): one that holds an address of its own is replaced, because the mail is ours and its
 * reader would take the link for ours, too.
 */
export function mailName(name: string, standIn: string): string {
  return LINKS.test(name.normalize('NFKC')) ? standIn : name;
}
