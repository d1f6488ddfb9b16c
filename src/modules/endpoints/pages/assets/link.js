/** Pages that only say what their link is for: picks the section and fills in what the address names. */
import { addressOf, fill, parameter } from './common.js';
import './paste.js';

/** Nothing that does not look like what it stands for is shown, not even as text. */
const FORMS = {
  connect: /^[a-z0-9][a-z0-9-]{0,63}$/,
  request: /^(?=.{1,253}$)[a-z0-9*]([a-z0-9.*-]*[a-z0-9])?$/i,
  host: /^(?=.{1,253}$)[a-z0-9*]([a-z0-9.*-]*[a-z0-9])?$/i,
  // An app, or the host of a plain secret (06 §12.1).
  provider: /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i,
  workspaceId: /^[a-z]{16}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  agentId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

const PATHS = [
  /^\/w\/(?<workspaceId>[^/]+)/,
  /(?:\/connections\/apps|^\/app-connect)\/(?<provider>[^/]+)/,
  /\/agents\/(?<agentId>[^/]+)\/channels/,
];

const inPath = Object.assign({}, ...PATHS.map((path) => path.exec(location.pathname)?.groups));
const values = Object.fromEntries(
  Object.entries(FORMS)
    .map(([name, form]) => [name, inPath[name] ?? parameter(name), form])
    .filter(([, value, form]) => value !== null && value !== undefined && form.test(value)),
);

/** The first section whose parameter is there; the last one needs none. */
function chosen() {
  const sections = [...document.querySelectorAll('[data-when]')];
  return sections.find(({ dataset }) => dataset.when === '' || parameter(dataset.when) !== null);
}

fill(values);
chosen().hidden = false;

const connectHere = document.getElementById('connect-here');
if (connectHere !== null && values.connect !== undefined) {
  connectHere.href = addressOf(`/app-connect/${values.connect}`, {
    workspaceId: values.workspaceId,
    agent_name: parameter('agent_name'),
  });
  connectHere.hidden = false;
}
