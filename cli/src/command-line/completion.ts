export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Each asks the program itself, so that what it offers is what this version has. */
const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_cgw() {
  local IFS=$'\\n'
  COMPREPLY=($(cgw __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _cgw cgw credential-gateway`,
  zsh: `#compdef cgw credential-gateway
_cgw() {
  local -a found
  found=(\${(f)"$(cgw __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -a found || _files
}
compdef _cgw cgw credential-gateway`,
  fish: `complete -c cgw -f -a '(cgw __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
};

export function completionScript(shell: string): string | undefined {
  return Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell as keyof typeof SCRIPTS] : undefined;
}
