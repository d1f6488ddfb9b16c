/** Text of at most so many characters; what is cut says so, so that nobody takes it for all there is. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = `\n[cut: ${text.length} characters in all]`;
  return text.slice(0, most - mark.length).toWellFormed() + mark;
}
