# Puts this machine behind Credential Gateway. The lines above are the only ones that differ between downloads:
#   CG_URL    where the API is          CG_TOOL   coding tool to suggest an alias for, or nothing
#   CG_KEY    API key, or nothing       CG_AGENT  agent this machine is to act as, or nothing
# Everything happens in main, called in the last line: half a download does nothing.

set -eu

POLL_SECONDS=2
POLL_TIMES=150

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "Error: $*"
  exit 1
}

# field NAME JSON: the text of a field of a flat JSON object.
field() {
  printf '%s' "$2" | tr -d '\n' | sed -n 's/.*"'"$1"'"[[:space:]]*:[[:space:]]*"\([^"]*\)".*/\1/p'
}

# call PATH [CURL OPTION...]: the answer of the API; fails for any status that is not a success.
call() {
  path=$1
  shift
  curl --globoff --fail --silent --show-error --max-time 30 "$@" "$CG_URL$path"
}

open_page() {
  for opener in xdg-open open; do
    if command -v "$opener" >/dev/null 2>&1; then
      "$opener" "$1" >/dev/null 2>&1 </dev/null &
      return 0
    fi
  done
}

# Whether somebody could read the address of a page here and open it: not in a job of CI, nor where no terminal shows it.
somebody_watches() {
  case ${CI:-} in
    '' | false | 0) [ -t 2 ] ;;
    *) return 1 ;;
  esac
}

# Whether every cgw that is started from here finds a key by itself. It is neither stored nor sent anywhere then.
key_in_environment() {
  [ -n "${CREDENTIAL_GATEWAY_API_KEY:-}${CREDENTIAL_GATEWAY_API_KEY_FILE:-}${ONECLI_API_KEY:-}" ]
}

# Asks a person to confirm in the browser and waits for the key, which is handed out once.
device_login() {
  answer=$(call /v1/auth/cli/session --request POST </dev/null) || fail "$CG_URL does not answer."
  code=$(field code "$answer")
  page=$(field auth_url "$answer")
  [ -n "$code" ] && [ -n "$page" ] || fail "$CG_URL gave no login code."
  say ""
  say "Open this page to connect this machine:"
  say "  $page"
  say ""
  open_page "$page"
  tries=0
  while [ "$tries" -lt "$POLL_TIMES" ]; do
    sleep "$POLL_SECONDS"
    tries=$((tries + 1))
    answer=$(call "/v1/auth/cli/poll?code=$code" </dev/null 2>/dev/null) || answer=
    case $(field status "$answer") in
      ok)
        CG_KEY=$(field api_key "$answer")
        return 0
        ;;
      expired) fail "The login code has expired. Run this again." ;;
    esac
  done
  fail "Nobody confirmed the login within five minutes. Run this again."
}

# The command line of this very server, below the home of whoever runs this: neither npm nor root is needed.
install_cli() {
  if command -v cgw >/dev/null 2>&1; then
    return 0
  fi
  command -v node >/dev/null 2>&1 || fail "node was not found. Install Node.js 20 or newer, then run this again."
  node -e 'process.exit(parseInt(process.versions.node, 10) < 20 ? 1 : 0)' ||
    fail "Node.js 20 or newer is needed; this is $(node --version)."
  home=${CREDENTIAL_GATEWAY_HOME:-$HOME/.credential-gateway}
  bin=$HOME/.local/bin
  say "Installing the command line into $home/cli ..."
  rm -rf "$home/cli.new"
  mkdir -p "$home/cli.new" "$bin" || fail "$home cannot be written."
  call /v1/install/cgw.tgz >"$home/cli.new/cgw.tgz" || fail "$CG_URL did not hand out the command line."
  tar -xzf "$home/cli.new/cgw.tgz" -C "$home/cli.new" || fail "The command line could not be unpacked."
  rm -rf "$home/cli"
  mv "$home/cli.new/package" "$home/cli" || fail "$home/cli cannot be written."
  rm -rf "$home/cli.new"
  ln -sf "$home/cli/cgw.mjs" "$bin/cgw" || fail "$bin/cgw cannot be written."
  case ":$PATH:" in
    *":$bin:"*) ;;
    *)
      # How GitHub Actions is told of it, for the steps that follow.
      if [ -n "${GITHUB_PATH:-}" ]; then
        printf '%s\n' "$bin" >>"$GITHUB_PATH" || fail "$GITHUB_PATH cannot be written."
      else
        say "Add $bin to your PATH to find it: export PATH=\"$bin:\$PATH\""
      fi
      PATH=$bin:$PATH
      ;;
  esac
}

store_address() {
  cgw config set api-host "$CG_URL" >/dev/null </dev/null || fail "cgw could not store the address of the API."
}

store_key() {
  # By standard input: arguments of a command are visible to everybody on the machine.
  printf '%s\n' "$CG_KEY" | cgw auth login >/dev/null || fail "cgw could not store the API key."
}

pin_agent() {
  [ -n "$CG_AGENT" ] || return 0
  if cgw config set agent "$CG_AGENT" >/dev/null 2>&1 </dev/null; then
    say "This machine acts as the agent \"$CG_AGENT\"."
    return 0
  fi
  say ""
  say "********************************************************************************"
  say "WARNING: the installed cgw cannot pin this machine to the agent \"$CG_AGENT\"."
  say "It will act as the default agent. Update cgw, then run:"
  say "  cgw config set agent $CG_AGENT"
  say "********************************************************************************"
  say ""
}

suggest_alias() {
  [ -n "$CG_TOOL" ] || return 0
  case $CG_TOOL in
    claude-code) program=claude ;;
    github-copilot) program=copilot ;;
    *) program=$CG_TOOL ;;
  esac
  say ""
  say "To start $program behind the gateway every time, add this to your shell profile:"
  say "  alias $program='cgw run -- $program'"
}

# The key goes in by a configuration read from standard input, not as an argument.
report() {
  printf 'header = "X-API-Key: %s"\n' "$CG_KEY" |
    call /v1/onboarding/install-complete --config - --request POST \
      --header 'Content-Type: application/json' --data '{"type":"cli-install"}' >/dev/null ||
    say "Note: $CG_URL could not be told that the installation is complete."
}

# Without a key to store: the environment has one, or will have, and nobody is waited for.
end_without_login() {
  pin_agent
  suggest_alias
  say ""
  if key_in_environment; then
    say "Done. cgw uses the API key of the environment."
  else
    say "Done, without logging in: nobody watches this terminal who could confirm it."
    say "Set CREDENTIAL_GATEWAY_API_KEY_FILE or CREDENTIAL_GATEWAY_API_KEY for cgw, or run: cgw auth login <key-file"
  fi
}

main() {
  command -v curl >/dev/null 2>&1 || fail "curl was not found."
  install_cli
  store_address
  if [ -z "$CG_KEY" ]; then
    if key_in_environment || ! somebody_watches; then
      end_without_login
      return 0
    fi
    device_login
  fi
  case $CG_KEY in
    oc_*[!0-9a-f]* | oc_) fail "The API key is not one." ;;
    oc_*) ;;
    *) fail "The API key is not one." ;;
  esac
  store_key
  pin_agent
  suggest_alias
  report
  say ""
  say "Done. Start a program behind the gateway with: cgw run -- <program>"
}

main "$@"
