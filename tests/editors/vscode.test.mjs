// The extension of editors/vscode with the library beneath VS Code's own client, vscode-languageserver-protocol. What only
// VS Code itself has, its windows and settings, is stood in for here.
//
//     GPUMP                  the program
//     GPUMP_EDITOR_MODULES   the folder of node_modules; scripts/editor-tests makes it

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const require = createRequire(`${process.env.GPUMP_EDITOR_MODULES}/package.json`);
const protocol = require('vscode-languageserver-protocol/node');
const folder = new URL('../../editors/vscode/', import.meta.url);
const about = JSON.parse(readFileSync(new URL('package.json', folder)));

const TEXT = `void scale(double *a, int n)
{
    int i; /* 𝄞é */
    /*𝄞*/ double é = 2; {
    #pragma omp parallel for default(none) shared(a, n)
    for (i = 0; i < n; i++)
        a[i] *= é;
    }
}
`;

const settings = { path: process.env.GPUMP, dialect: 'cuda', flags: [], compiler: true };
const shown = [];
const told = [];
const listeners = [];

class Range {
    constructor(...places) {
        [this.startLine, this.startCharacter, this.endLine, this.endCharacter] = places;
    }
}

const vscode = {
    ViewColumn: { Beside: -2 },
    Range,
    Uri: { parse: (text) => text },
    window: {
        activeTextEditor: { document: { uri: { toString: () => 'untitled:a.c' } }, selection: { active: { line: 4, character: 8 } } },
        showTextDocument: async (uri, options) => shown.push({ uri, options }),
        showErrorMessage: (message) => told.push(message),
    },
    workspace: {
        getConfiguration: () => ({ get: (name) => settings[name] }),
        onDidChangeConfiguration: (listener) => listeners.push(listener),
    },
};

let client;

/** What of vscode-languageclient the extension uses. */
class LanguageClient {
    constructor(_id, _name, server, options) {
        Object.assign(this, { server, options, diagnostics: new Map(), waiting: [] });
        client = this;
    }

    async start() {
        this.process = spawn(this.server.command, this.server.args, { stdio: ['pipe', 'pipe', 'inherit'] });
        this.connection = protocol.createProtocolConnection(
            new protocol.StreamMessageReader(this.process.stdout),
            new protocol.StreamMessageWriter(this.process.stdin),
        );
        this.connection.onNotification(protocol.PublishDiagnosticsNotification.type, (found) => {
            this.diagnostics.set(`${found.uri} ${found.version}`, found.diagnostics);
            for (const check of this.waiting.splice(0)) check();
        });
        this.connection.onRequest(protocol.ShowDocumentRequest.type, () => assert.fail('the extension shows documents'));
        this.connection.listen();
        this.about = await this.connection.sendRequest(protocol.InitializeRequest.type, {
            processId: process.pid,
            rootUri: null,
            capabilities: { window: { showDocument: { support: true } }, general: { positionEncodings: ['utf-16'] } },
            initializationOptions: this.options.initializationOptions,
        });
        await this.connection.sendNotification(protocol.InitializedNotification.type, {});
    }

    sendNotification(method, parameters) {
        return this.connection.sendNotification(method, parameters);
    }

    /** As VS Code runs a command that a server has. */
    execute(command, args) {
        const next = (name, words) =>
            this.connection.sendRequest(protocol.ExecuteCommandRequest.type, { command: name, arguments: words });
        return this.options.middleware.executeCommand(command, args, next);
    }

    async published(version) {
        const key = `untitled:a.c ${version}`;
        while (!this.diagnostics.has(key)) await new Promise((resolve) => this.waiting.push(resolve));
        const found = this.diagnostics.get(key);
        this.diagnostics.delete(key);
        return found;
    }

    async stop() {
        await this.connection.sendRequest(protocol.ShutdownRequest.type);
        await this.connection.sendNotification(protocol.ExitNotification.type);
        return new Promise((resolve) => this.process.once('exit', resolve));
    }
}

const load = Module._load;
Module._load = (name, ...rest) => {
    if (name === 'vscode') return vscode;
    if (name === 'vscode-languageclient/node') return { LanguageClient };
    return load(name, ...rest);
};
const extension = createRequire(import.meta.url)(fileURLToPath(new URL(about.main, folder)));

test('the extension serves a file from its opening to its translation', { timeout: 120_000 }, async () => {
    await extension.activate({ subscriptions: [] });
    const { connection } = client;
    const capabilities = client.about.capabilities;
    assert.equal(capabilities.positionEncoding, 'utf-16');
    assert.equal(capabilities.textDocumentSync.change, protocol.TextDocumentSyncKind.Incremental);
    assert.deepEqual(
        about.contributes.commands.map((one) => one.command),
        capabilities.executeCommandProvider.commands,
    );

    const uri = 'untitled:a.c';
    const textDocument = { uri, languageId: 'c', version: 1, text: TEXT };
    await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument });
    const [wrong, ...others] = await client.published(1);
    assert.equal(others.length, 0);
    assert.equal(wrong.code, 'E0303');
    assert.deepEqual(wrong.range, { start: { line: 6, character: 16 }, end: { line: 6, character: 17 } });

    const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
        textDocument: { uri },
        range: wrong.range,
        context: { diagnostics: [wrong] },
    });
    assert.deepEqual(actions.map((one) => one.title), ['Add `é` to `shared`', 'Add `é` to `private`', 'Add `é` to `firstprivate`']);
    const [edit] = actions[2].edit.changes[uri];
    await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version: 2 },
        contentChanges: [{ range: edit.range, text: edit.newText }],
    });
    assert.deepEqual(await client.published(2), []);

    const hover = await connection.sendRequest(protocol.HoverRequest.type, {
        textDocument: { uri },
        position: { line: 6, character: 16 },
    });
    assert.match(hover.contents.value, /\*\*firstprivate\*\* in `parallel for`/);

    const [lens] = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument: { uri } });
    await client.execute(lens.command.command, lens.command.arguments);
    // From the palette: for the place of the cursor.
    await client.execute('gpump.showCuda', []);
    assert.equal(told.length, 0, told.join());
    for (const { uri: where, options } of shown) {
        assert.equal(options.viewColumn, vscode.ViewColumn.Beside);
        const line = readFileSync(fileURLToPath(where), 'utf8').split('\n')[options.selection.startLine];
        assert.equal(line.slice(options.selection.startCharacter, options.selection.endCharacter), 'scale_parallel0');
    }
    assert.equal(shown.length, 2);
    await client.execute('gpump.showCuda', ['untitled:none.c']);
    assert.deepEqual(told, ['gpump: there is no such document']);

    settings.flags = ['-Dscale=7'];
    listeners.forEach((listener) => listener({ affectsConfiguration: () => true }));
    assert.notEqual((await client.published(2)).length, 0);
    assert.equal(await extension.deactivate(), 0);
});
