// VS Code's side of `gpump lsp`: starts it for files of C, and opens what it writes beside them.

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const SHOW_CUDA = 'gpump.showCuda';

/** @type {LanguageClient | undefined} */
let client;

function options() {
    const settings = vscode.workspace.getConfiguration('gpump');
    // What the command answers is opened here, beside the file.
    return {
        dialect: settings.get('dialect'),
        flags: settings.get('flags'),
        compiler: settings.get('compiler'),
        showDocument: false,
    };
}

/** The arguments of the command where the palette gives none: the file that is edited, and the place in it. */
function argumentsHere() {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return [];
    const { line, character } = editor.selection.active;
    return [editor.document.uri.toString(), { line, character }];
}

async function executeCommand(command, args, next) {
    if (command !== SHOW_CUDA) return next(command, args);
    try {
        const { uri, range } = await next(command, args.length > 0 ? args : argumentsHere());
        const { start, end } = range;
        await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
            viewColumn: vscode.ViewColumn.Beside,
            preserveFocus: true,
            selection: new vscode.Range(start.line, start.character, end.line, end.character),
        });
    } catch (error) {
        vscode.window.showErrorMessage(`gpump: ${error.message}`);
    }
}

async function activate(context) {
    const command = vscode.workspace.getConfiguration('gpump').get('path');
    client = new LanguageClient('gpump', 'gpump', { command, args: ['lsp'] }, {
        documentSelector: [{ language: 'c' }],
        initializationOptions: options(),
        middleware: { executeCommand },
    });
    const configure = (event) => {
        if (event.affectsConfiguration('gpump')) {
            client.sendNotification('workspace/didChangeConfiguration', { settings: { gpump: options() } });
        }
    };
    context.subscriptions.push(vscode.workspace.onDidChangeConfiguration(configure));
    await client.start();
}

function deactivate() {
    return client?.stop();
}

module.exports = { activate, deactivate };
