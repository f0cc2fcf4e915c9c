// Starts the server, and adds the commands that the server cannot provide.

const RESTART = "opgen.restart";
const SHOW_REFERENCES = "opgen.showReferences";

/** The files that the server has answers for. It ignores those that belong to no project. */
const DOCUMENTS = [
  { scheme: "file", language: "yaml" },
  { scheme: "file", pattern: "**/opgen*.toml" },
  { scheme: "file", language: "cpp" },
  { scheme: "file", language: "cuda-cpp" },
];

/** The settings that are not empty, as initialization options. */
function initializationOptions(settings) {
  const options = ["profile", "rulePages"].map((name) => [name, settings.get(name)]);
  return Object.fromEntries(options.filter(([, value]) => value));
}

/** Tells the server which commands the client has. */
const commandsFeature = {
  fillClientCapabilities(capabilities) {
    const commands = { commands: [SHOW_REFERENCES] };
    capabilities.experimental = { ...capabilities.experimental, commands };
  },
  initialize() {},
  getState: () => ({ kind: "static" }),
  clear() {},
};

class Extension {
  constructor(vscode, languageclient) {
    Object.assign(this, { vscode, languageclient });
  }

  activate(context) {
    const { commands, workspace } = this.vscode;
    context.subscriptions.push(
      commands.registerCommand(RESTART, () => this.restart()),
      commands.registerCommand(SHOW_REFERENCES, (uri, position) => this.showReferences(uri, position)),
      workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("opgen") && this.restart()),
    );
    return this.start();
  }

  async start() {
    const settings = this.vscode.workspace.getConfiguration("opgen");
    const path = settings.get("path");
    const run = { command: path, args: ["lsp"] };
    const options = { documentSelector: DOCUMENTS, initializationOptions: initializationOptions(settings) };
    this.client = new this.languageclient.LanguageClient("opgen", "opgen", run, options);
    this.client.registerFeature(commandsFeature);
    try {
      await this.client.start();
    } catch (error) {
      this.client = undefined;
      const help = "Install opgen, or set `opgen.path` in your user settings.";
      this.vscode.window.showErrorMessage(`\`${path} lsp\` did not start: ${error.message ?? error}. ${help}`);
    }
  }

  async stop() {
    const client = this.client;
    this.client = undefined;
    await client?.stop();
  }

  /** Restarts come one after the other, however fast the settings change. */
  restart() {
    this.restarted = (this.restarted ?? Promise.resolve()).then(() => this.stop()).then(() => this.start());
    return this.restarted;
  }

  /** Lists the references to a position, without the position itself. */
  async showReferences(uri, position) {
    const { commands, Position, Uri } = this.vscode;
    const document = Uri.parse(uri);
    const at = new Position(position.line, position.character);
    const found = (await commands.executeCommand("vscode.executeReferenceProvider", document, at)) ?? [];
    const isHere = (place) => place.uri.toString() === document.toString() && place.range.contains(at);
    const others = found.filter((place) => !isHere(place));
    await commands.executeCommand("editor.action.showReferences", document, at, others);
  }
}

module.exports = { Extension, RESTART, SHOW_REFERENCES };
