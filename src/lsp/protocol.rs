//! What the server can do, and messages as they come.

use lsp_server::{Notification, Request};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, ExecuteCommand, GotoDefinition, HoverRequest, Request as _,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability, CodeLensOptions,
    CodeLensParams, CompletionOptions, ExecuteCommandOptions, ExecuteCommandParams, GotoDefinitionParams,
    HoverParams, HoverProviderCapability, OneOf, Position, Range, SaveOptions, ServerCapabilities,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Uri,
};
use serde::de::DeserializeOwned;

use super::kernels::SHOW_CUDA;
use super::text::Encoding;

/// What a client is told of the server.
pub fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions::default())),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![" ".to_owned(), "(".to_owned()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: None }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![SHOW_CUDA.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// What a client asks of a document that a thread has to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Hover(Position),
    Definition(Position),
    Lenses,
    Fixes(Range),
    ShowCuda(Option<Position>),
}

impl Question {
    pub fn needs_check(self) -> bool {
        matches!(self, Question::Hover(_) | Question::Fixes(_))
    }

    pub fn needs_survey(self) -> bool {
        !matches!(self, Question::Fixes(_))
    }
}

/// The question that a request is, and the document; `None` if it is none.
///
/// # Errors
///
/// It is not what the protocol says.
pub fn question(request: &Request) -> Result<Option<(Uri, Question)>, serde_json::Error> {
    let at = |place: TextDocumentPositionParams| (place.text_document.uri, place.position);
    Ok(Some(match request.method.as_str() {
        HoverRequest::METHOD => {
            let (uri, position) = at(read::<HoverParams>(request)?.text_document_position_params);
            (uri, Question::Hover(position))
        }
        GotoDefinition::METHOD => {
            let (uri, position) = at(read::<GotoDefinitionParams>(request)?.text_document_position_params);
            (uri, Question::Definition(position))
        }
        CodeLensRequest::METHOD => (read::<CodeLensParams>(request)?.text_document.uri, Question::Lenses),
        CodeActionRequest::METHOD => {
            let CodeActionParams { text_document, range, .. } = read(request)?;
            (text_document.uri, Question::Fixes(range))
        }
        ExecuteCommand::METHOD => {
            let ExecuteCommandParams { command, arguments, .. } = read(request)?;
            if command != SHOW_CUDA {
                return Ok(None);
            }
            let mut arguments = arguments.into_iter();
            let uri = serde_json::from_value(arguments.next().unwrap_or_default())?;
            let position = arguments.next().map(serde_json::from_value).transpose()?;
            (uri, Question::ShowCuda(position))
        }
        _ => return Ok(None),
    }))
}

pub fn read<T: DeserializeOwned>(request: &Request) -> Result<T, serde_json::Error> {
    T::deserialize(&request.params)
}

pub fn read_notification<T: DeserializeOwned>(notification: &Notification) -> Result<T, serde_json::Error> {
    T::deserialize(&notification.params)
}
