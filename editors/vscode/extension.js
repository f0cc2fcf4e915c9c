// What Visual Studio Code loads. Everything else is in client.js, which knows neither module and can be tested without them.

const vscode = require("vscode");
const languageclient = require("vscode-languageclient/node");
const { Extension } = require("./client");

let extension;

exports.activate = (context) => {
  extension = new Extension(vscode, languageclient);
  return extension.activate(context);
};

exports.deactivate = () => extension?.stop();
