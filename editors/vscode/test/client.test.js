// The extension with stand-ins for the editor and its language client.

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { Extension, RESTART, SHOW_REFERENCES } = require("../client");

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

/** An editor with these settings, that finds these references. */
function editor(settings = {}, references = []) {
  const state = { commands: {}, executed: [], messages: [], clients: [], failure: undefined };
  const vscode = {
    Position,
    Uri: { parse: (text) => ({ toString: () => text }) },
    commands: {
      registerCommand: (name, run) => ((state.commands[name] = run), { dispose() {} }),
      executeCommand: async (...call) => (state.executed.push(call), references),
    },
    window: { showErrorMessage: (text) => state.messages.push(text) },
    workspace: {
      getConfiguration: () => ({ get: (name) => ({ path: "opgen", profile: "", rulePages: "", ...settings })[name] }),
      onDidChangeConfiguration: (listener) => ((state.changed = listener), { dispose() {} }),
    },
  };
  class LanguageClient {
    constructor(id, name, run, options) {
      Object.assign(this, { id, run, options, events: [] });
      state.clients.push(this);
    }
    registerFeature(feature) {
      this.capabilities = { experimental: { kept: true } };
      feature.fillClientCapabilities(this.capabilities);
    }
    async start() {
      if (state.failure) throw state.failure;
      this.events.push("start");
    }
    async stop() {
      this.events.push("stop");
    }
  }
  const extension = new Extension(vscode, { LanguageClient });
  return { state, extension, activate: () => extension.activate({ subscriptions: [] }) };
}

test("the server is started with the settings that are given", async () => {
  const { state, activate } = editor({ path: "/opt/opgen", profile: "paddle-3.0" });
  await activate();
  const [client] = state.clients;
  assert.deepStrictEqual(client.run, { command: "/opt/opgen", args: ["lsp"] });
  assert.deepStrictEqual(client.options.initializationOptions, { profile: "paddle-3.0" });
  const commands = { commands: [SHOW_REFERENCES] };
  assert.deepStrictEqual(client.capabilities.experimental, { kept: true, commands });
  assert.deepStrictEqual(client.events, ["start"]);
});

test("a program that is missing is said, and a restart helps", async () => {
  const { state, activate } = editor();
  state.failure = new Error("spawn opgen ENOENT");
  await activate();
  assert.match(state.messages[0], /`opgen lsp` did not start: spawn opgen ENOENT\. Install opgen, or set/);
  state.failure = undefined;
  await state.commands[RESTART]();
  assert.deepStrictEqual(state.clients.map((client) => client.events), [[], ["start"]]);
});

test("a changed setting restarts the server, one restart after the other", async () => {
  const { state, extension, activate } = editor();
  await activate();
  state.changed({ affectsConfiguration: (name) => name === "editor" });
  state.changed({ affectsConfiguration: (name) => name === "opgen" });
  state.changed({ affectsConfiguration: (name) => name === "opgen" });
  await extension.restarted;
  const events = state.clients.map((client) => client.events.join(" "));
  assert.deepStrictEqual(events, ["start stop", "start stop", "start"]);
  await extension.stop();
  await extension.stop();
  assert.deepStrictEqual(state.clients.at(-1).events, ["start", "stop"]);
});

test("references are listed without the name that they refer to", async () => {
  const place = (uri, line) => ({ uri: { toString: () => uri }, range: { contains: (at) => at.line === line } });
  const references = [place("file:///ops.yaml", 4), place("file:///ops.yaml", 9), place("file:///backward.yaml", 4)];
  const { state, activate } = editor({}, references);
  await activate();
  await state.commands[SHOW_REFERENCES]("file:///ops.yaml", { line: 4, character: 7 });
  const [name, document, at, shown] = state.executed.at(-1);
  assert.deepStrictEqual([name, document.toString(), at], ["editor.action.showReferences", "file:///ops.yaml", new Position(4, 7)]);
  assert.deepStrictEqual(shown, references.slice(1));
});

test("a workspace cannot choose the program", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, "../package.json"), "utf8"));
  assert.strictEqual(manifest.contributes.configuration.properties["opgen.path"].scope, "machine");
});

test("every command of the manifest is registered", async () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, "../package.json"), "utf8"));
  const { state, activate } = editor();
  await activate();
  for (const { command } of manifest.contributes.commands) {
    assert.ok(state.commands[command], command);
  }
});
