//! A client's session: its documents, and what is answered when.

use std::collections::{HashMap, HashSet};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use gpump::explain::Survey;
use gpump::{Options, Source};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeConfiguration, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, LogMessage, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{Completion, Request as _, ShowDocument};
use lsp_types::{
    CancelParams, CompletionParams, DidChangeConfigurationParams, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, Location,
    LogMessageParams, MessageType, NumberOrString, Position, PublishDiagnosticsParams, ShowDocumentParams,
    ShowMessageParams, Uri,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::compiler::Question as Asked;
use super::completion::completion;
use super::diagnostics::diagnostics;
use super::fixes::fixes;
use super::headers::OpenHeaders;
use super::hover::hover;
use super::kernels::{Translations, kernel_at, lenses, region_at};
use super::places::{Places, path_of};
use super::protocol::{Question, capabilities, question, read, read_notification};
use super::settings::{Defaults, Read, Reading, Settings};
use super::text::{Encoding, Text};
use super::work::{Checked, Done, Job, checked, surveyed, work};
use crate::toolchain::Error;
use crate::toolchain::original::{Added, Said, is_c};

/// The C compiler is asked when nothing has been typed for so long: it would take time from the checks otherwise.
const PAUSE: Duration = Duration::from_millis(200);

/// Serves a client over standard input and output until it says that it exits.
///
/// # Errors
///
/// The client does not keep to the protocol, or is gone.
pub fn serve(defaults: Defaults) -> io::Result<()> {
    let (connection, threads) = Connection::stdio();
    let (id, hello) = connection.initialize_start().map_err(io::Error::other)?;
    let offered = hello.pointer("/capabilities/general/positionEncodings");
    let offered: Option<Vec<_>> = offered.and_then(|offered| Deserialize::deserialize(offered).ok());
    let encoding = Encoding::of(offered.as_deref());
    let about = json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "gpump", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, about).map_err(io::Error::other)?;

    let (jobs_of_checks, check_jobs) = unbounded();
    let (jobs_of_compiler, compiler_jobs) = unbounded();
    let (jobs_of_surveys, survey_jobs) = unbounded();
    let (tell_checked, has_checked) = unbounded();
    let (tell_said, has_said) = unbounded();
    let (tell_surveyed, has_surveyed) = unbounded();
    start("check", move || work(&check_jobs, &tell_checked, Duration::ZERO, checked))?;
    let said = |job: &Job| job.question.as_ref()?.said(&job.name, job.text.as_str());
    start("compiler", move || work(&compiler_jobs, &tell_said, PAUSE, said))?;
    start("survey", move || work(&survey_jobs, &tell_surveyed, Duration::ZERO, surveyed))?;
    let mut session = Session {
        sender: connection.sender.clone(),
        encoding,
        shows_documents: hello.pointer("/capabilities/window/showDocument/support")
            == Some(&Value::Bool(true)),
        reading: Reading::new(defaults),
        documents: HashMap::new(),
        pending: Vec::new(),
        checks: jobs_of_checks,
        compiler: jobs_of_compiler,
        surveys: jobs_of_surveys,
        translations: Translations::default(),
        said: HashSet::new(),
        serials: 0,
    };
    session.configure(hello.get("initializationOptions").unwrap_or(&Value::Null));
    session.run(&connection, &has_checked, &has_said, &has_surveyed)?;
    drop((session, connection));
    threads.join()
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// An open document.
struct Document {
    uri: Uri,
    version: i32,
    text: Arc<Text>,
    /// What the file is called, and how it is read.
    name: String,
    options: Options,
    question: Option<Arc<Asked>>,
    /// Whether the file says something else.
    is_unsaved: bool,
    /// Counts the texts of all documents, and changes in how they are read.
    serial: u64,
    /// What the C compiler last said; shown until it has read the newest text, so that it does not come and go with each key.
    said: Vec<lsp_types::Diagnostic>,
    /// What has been found out about the text with this serial number.
    checked: Option<(u64, Option<Checked>)>,
    surveyed: Option<(u64, Option<Survey>)>,
    /// The text whose survey has been asked for.
    asked: u64,
}

impl Document {
    fn checked(&self) -> Option<Option<&Checked>> {
        self.checked.as_ref().filter(|(serial, _)| *serial == self.serial).map(|(_, found)| found.as_ref())
    }

    fn surveyed(&self) -> Option<Option<&Survey>> {
        self.surveyed.as_ref().filter(|(serial, _)| *serial == self.serial).map(|(_, found)| found.as_ref())
    }

    fn places<'p>(&'p self, source: &'p Source, encoding: Encoding) -> Places<'p> {
        Places { source, text: &self.text, uri: &self.uri, encoding }
    }

    fn job(&self) -> Job {
        let (uri, serial, name) = (self.uri.to_string(), self.serial, self.name.clone());
        let (options, question) = (self.options.clone(), self.question.clone());
        Job { uri, serial, name, text: Arc::clone(&self.text), options, question }
    }

    /// Whether other documents may read it as it is here.
    fn is_unsaved_header(&self) -> bool {
        self.is_unsaved && !self.name.ends_with(".c") && path_of(self.uri.as_str()).is_some()
    }
}

/// A question that is not answered yet.
struct Pending {
    id: RequestId,
    uri: String,
    question: Question,
}

struct Session {
    sender: Sender<Message>,
    encoding: Encoding,
    shows_documents: bool,
    reading: Reading,
    documents: HashMap<String, Document>,
    pending: Vec<Pending>,
    checks: Sender<Job>,
    compiler: Sender<Job>,
    surveys: Sender<Job>,
    translations: Translations,
    /// What the user has been told, and need not be told again.
    said: HashSet<String>,
    serials: u64,
}

impl Session {
    fn run(
        &mut self,
        connection: &Connection,
        has_checked: &Receiver<Done<Checked>>,
        has_said: &Receiver<Done<Option<Result<Said, Error>>>>,
        has_surveyed: &Receiver<Done<Option<Survey>>>,
    ) -> io::Result<()> {
        loop {
            select! {
                recv(connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) => {
                        if connection.handle_shutdown(&request).map_err(io::Error::other)? {
                            return Ok(());
                        }
                        let id = request.id.clone();
                        self.guarded(Some(id), |session| session.request(request));
                    }
                    Ok(Message::Notification(found)) => self.guarded(None, |session| session.notification(&found)),
                    Ok(Message::Response(_)) => {}
                    Err(_) => return Err(io::Error::other("the client is gone without a goodbye")),
                },
                recv(has_checked) -> done => {
                    if let Ok(done) = done {
                        self.guarded(None, |session| session.take_checked(done));
                    }
                },
                recv(has_said) -> done => {
                    if let Ok(done) = done {
                        self.guarded(None, |session| session.take_said(done));
                    }
                },
                recv(has_surveyed) -> done => {
                    if let Ok(done) = done {
                        self.guarded(None, |session| session.take_survey(done));
                    }
                },
            }
        }
    }

    /// Does something that must not end the session, whatever happens: a request is answered in any case.
    fn guarded(&mut self, id: Option<RequestId>, does: impl FnOnce(&mut Session)) {
        if catch_unwind(AssertUnwindSafe(|| does(self))).is_err() {
            self.log("gpump has failed; this is a fault of gpump's");
            if let Some(id) = id {
                self.refuse(id, ErrorCode::InternalError, "gpump has failed");
            }
        }
    }

    // What goes to the client. If it is gone, the loop ends by itself.

    fn send(&self, message: impl Into<Message>) {
        let _ = self.sender.send(message.into());
    }

    fn answer(&self, id: RequestId, result: impl Serialize) {
        self.send(Response::new_ok(id, result));
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, why: &str) {
        self.send(Response::new_err(id, code as i32, why.to_owned()));
    }

    fn log(&self, message: &str) {
        let parameters = LogMessageParams { typ: MessageType::WARNING, message: message.to_owned() };
        self.send(Notification::new(LogMessage::METHOD.to_owned(), parameters));
    }

    /// Tells the user something, once.
    fn say(&mut self, message: String) {
        if self.said.insert(message.clone()) {
            let parameters = ShowMessageParams { typ: MessageType::WARNING, message };
            self.send(Notification::new(ShowMessage::METHOD.to_owned(), parameters));
        }
    }

    fn publish(&self, uri: &Uri, mut found: Vec<lsp_types::Diagnostic>, version: Option<i32>) {
        // A header that is open is not meant as a main file.
        if !uri.as_str().ends_with(".c") {
            found.retain(|one| !one.message.contains("#pragma once"));
        }
        let parameters = PublishDiagnosticsParams { uri: uri.clone(), diagnostics: found, version };
        self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), parameters));
    }

    // What comes from the client.

    fn notification(&mut self, found: &Notification) {
        let done = match found.method.as_str() {
            DidOpenTextDocument::METHOD => read_notification(found).map(|found| self.open(found)),
            DidChangeTextDocument::METHOD => read_notification(found).map(|found| self.change(found)),
            DidCloseTextDocument::METHOD => read_notification(found).map(|found| self.close(&found)),
            // A header may have been saved, or flags.
            DidSaveTextDocument::METHOD => read_notification(found).map(|found| self.save(&found)),
            DidChangeConfiguration::METHOD => read_notification(found).map(|found| {
                let DidChangeConfigurationParams { settings } = found;
                if let Some(own) = settings.get("gpump") {
                    self.configure(own);
                    self.read_again();
                }
            }),
            Cancel::METHOD => read_notification(found).map(|found| self.cancel(found)),
            _ => Ok(()),
        };
        if let Err(error) = done {
            self.log(&format!("{} is not what the protocol says: {error}", found.method));
        }
    }

    fn configure(&mut self, options: &Value) {
        match Option::<Settings>::deserialize(options) {
            Ok(settings) => self.reading.set(settings.unwrap_or_default()),
            Err(error) => self.say(format!("gpump's settings are not heeded: {error}")),
        }
    }

    fn open(&mut self, found: DidOpenTextDocumentParams) {
        let found = found.text_document;
        let path = path_of(found.uri.as_str());
        // What is in no file has a name behind its scheme.
        let title = || found.uri.as_str().rsplit([':', '/']).next().unwrap_or_default().to_owned();
        let is_unsaved = path
            .as_ref()
            .is_some_and(|path| std::fs::read(path).is_ok_and(|saved| saved != found.text.as_bytes()));
        let name = path.map_or_else(title, |path| path.to_string_lossy().into_owned());
        let uri = found.uri.to_string();
        let document = Document {
            uri: found.uri,
            version: found.version,
            text: Arc::new(Text::new(&found.text)),
            name,
            options: Options::default(),
            question: None,
            said: Vec::new(),
            is_unsaved,
            serial: 0,
            checked: None,
            surveyed: None,
            asked: 0,
        };
        self.documents.insert(uri.clone(), document);
        self.read_anew(&uri);
        self.check_readers(&uri);
    }

    fn change(&mut self, found: DidChangeTextDocumentParams) {
        let uri = found.text_document.uri.to_string();
        let encoding = self.encoding;
        if let Some(document) = self.documents.get_mut(&uri) {
            document.version = found.text_document.version;
            for change in &found.content_changes {
                document.text = Arc::new(document.text.changed(change, encoding));
            }
            document.is_unsaved = true;
        }
        self.start_check(&uri);
        self.check_readers(&uri);
    }

    /// Checks again what may read a header that is not saved.
    fn check_readers(&mut self, header: &str) {
        if self.documents.get(header).is_some_and(Document::is_unsaved_header) {
            let others: Vec<String> = self.documents.keys().filter(|uri| *uri != header).cloned().collect();
            others.iter().for_each(|uri| self.start_check(uri));
        }
    }

    fn save(&mut self, found: &DidSaveTextDocumentParams) {
        if let Some(document) = self.documents.get_mut(found.text_document.uri.as_str()) {
            document.is_unsaved = false;
        }
        self.read_again();
    }

    fn close(&mut self, found: &DidCloseTextDocumentParams) {
        let uri = found.text_document.uri.to_string();
        let gone = self.documents.remove(&uri);
        self.give_up(&uri);
        self.publish(&found.text_document.uri, Vec::new(), None);
        if gone.is_some_and(|document| document.is_unsaved_header()) {
            self.read_again();
        }
    }

    fn read_again(&mut self) {
        let all: Vec<String> = self.documents.keys().cloned().collect();
        all.iter().for_each(|uri| self.read_anew(uri));
    }

    /// Finds out how a document is read, and checks it.
    fn read_anew(&mut self, uri: &str) {
        let Read { options, question, lacks } = self.reading.of(path_of(uri).as_deref());
        if let Some(lacks) = lacks {
            self.say(lacks);
        }
        if let Some(document) = self.documents.get_mut(uri) {
            document.options = options;
            document.question = question;
        }
        self.start_check(uri);
    }

    fn start_check(&mut self, uri: &str) {
        self.give_up(uri);
        self.serials += 1;
        let unsaved = self.documents.values().filter(|document| document.is_unsaved_header());
        let headers = OpenHeaders::new(unsaved.map(|document| (Path::new(&document.name), &document.text)));
        if let Some(document) = self.documents.get_mut(uri) {
            if let Some(preprocessing) = &mut document.options.preprocessing {
                preprocessing.headers = Arc::new(headers);
            }
            document.serial = self.serials;
            let _ = self.checks.send(document.job());
        }
    }

    /// Refuses what was asked of a text that is no more.
    fn give_up(&mut self, uri: &str) {
        let (gone, left) =
            std::mem::take(&mut self.pending).into_iter().partition(|pending| pending.uri == uri);
        self.pending = left;
        for Pending { id, .. } in gone {
            self.refuse(id, ErrorCode::ContentModified, "the document has changed");
        }
    }

    fn cancel(&mut self, CancelParams { id }: CancelParams) {
        let id = match id {
            NumberOrString::Number(number) => RequestId::from(number),
            NumberOrString::String(text) => RequestId::from(text),
        };
        let (cancelled, left) = std::mem::take(&mut self.pending).into_iter().partition(|one| one.id == id);
        self.pending = left;
        for Pending { id, .. } in cancelled {
            self.refuse(id, ErrorCode::RequestCanceled, "cancelled");
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, .. } = &request;
        let asked = match method.as_str() {
            Completion::METHOD => read(&request).map(|found| self.complete(id.clone(), &found)),
            _ => question(&request).map(|found| match found {
                Some((uri, question)) => self.ask(id.clone(), uri.to_string(), question),
                None => self.refuse(id.clone(), ErrorCode::MethodNotFound, "gpump does not do this"),
            }),
        };
        if let Err(error) = asked {
            self.refuse(request.id, ErrorCode::InvalidParams, &error.to_string());
        }
    }

    fn complete(&self, id: RequestId, found: &CompletionParams) {
        let place = &found.text_document_position;
        let items = self.documents.get(place.text_document.uri.as_str()).map(|document| {
            let offset = document.text.offset(place.position, self.encoding);
            completion(&document.text, offset, self.encoding)
        });
        self.answer(id, items);
    }

    fn ask(&mut self, id: RequestId, uri: String, question: Question) {
        if !self.documents.contains_key(&uri) {
            return self.refuse(id, ErrorCode::InvalidParams, "there is no such document");
        }
        self.pending.push(Pending { id, uri, question });
        self.answer_pending();
    }

    /// Answers what can be answered, and has found out what cannot.
    fn answer_pending(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            let Some(document) = self.documents.get_mut(&pending.uri) else { continue };
            let lacks_survey = pending.question.needs_survey() && document.surveyed().is_none();
            if lacks_survey && document.asked != document.serial {
                document.asked = document.serial;
                let _ = self.surveys.send(document.job());
            }
            if lacks_survey || pending.question.needs_check() && document.checked().is_none() {
                self.pending.push(pending);
                continue;
            }
            let id = pending.id.clone();
            self.guarded(Some(id), |session| session.answer_question(pending));
        }
    }

    // What the threads have found out.

    fn take_checked(&mut self, done: Done<Checked>) {
        // The compiler reads headers from the disk.
        let has_unsaved_headers = self.documents.values().any(Document::is_unsaved_header);
        let Some(document) = self.documents.get_mut(&done.uri) else { return };
        if document.serial != done.serial {
            return;
        }
        let is_c = done.found.as_ref().is_some_and(|checked| is_c(&checked.found));
        document.checked = Some((done.serial, done.found));
        if is_c && document.question.is_some() && !has_unsaved_headers {
            let _ = self.compiler.send(document.job());
        } else {
            document.said.clear();
        }
        if document.checked().flatten().is_none() {
            self.log("gpump has failed on this text; this is a fault of gpump's");
        }
        self.publish_found(&done.uri);
        self.answer_pending();
    }

    /// Publishes what gpump has found, and what the C compiler said beside it.
    fn publish_found(&self, uri: &str) {
        let Some(document) = self.documents.get(uri) else { return };
        let Some(Checked { source, found }) = document.checked().flatten() else { return };
        let own = diagnostics(found, &document.places(source, self.encoding));
        self.publish(&document.uri, [own, document.said.clone()].concat(), Some(document.version));
    }

    /// Puts what the C compiler adds beside gpump's own, which is published already.
    fn take_said(&mut self, done: Done<Option<Result<Said, Error>>>) {
        let encoding = self.encoding;
        let Some(document) = self.documents.get_mut(&done.uri) else { return };
        if document.serial != done.serial {
            return;
        }
        let Some((Checked { source, found }, question)) =
            document.checked().flatten().zip(document.question.as_ref())
        else {
            return;
        };
        let added = match done.found.flatten().transpose() {
            Ok(said) => said.and_then(|said| Added::to(source, found, said)).unwrap_or_default().messages,
            Err(error) => return self.say(error.to_string()),
        };
        let added = question.diagnostics(&added, &document.places(source, encoding));
        if added != document.said {
            document.said = added;
            self.publish_found(&done.uri);
        }
    }

    fn take_survey(&mut self, done: Done<Option<Survey>>) {
        let Some(document) = self.documents.get_mut(&done.uri) else { return };
        if document.serial == done.serial {
            document.surveyed = Some((done.serial, done.found.flatten()));
            self.answer_pending();
        }
    }

    fn answer_question(&mut self, Pending { id, uri, question }: Pending) {
        let encoding = self.encoding;
        let Some(document) = self.documents.get(&uri) else { return };
        let checked = document.checked().flatten();
        let checked = checked.map(|one| (one.found.as_slice(), document.places(&one.source, encoding)));
        let survey = document.surveyed().flatten();
        let survey = survey.map(|survey| (survey, document.places(&survey.source, encoding)));
        match question {
            Question::Hover(place) => {
                let offset = document.text.offset(place, encoding);
                self.answer(id, hover(offset, &document.text, survey, checked));
            }
            Question::Fixes(range) => {
                let found = checked.map(|(found, places)| fixes(found, &places, range));
                self.answer(id, found.unwrap_or_default());
            }
            Question::Lenses => {
                self.answer(id, survey.map(|(survey, places)| lenses(survey, &places)).unwrap_or_default());
            }
            Question::Definition(place) => match self.location(&uri, Some(place), true) {
                Ok(location) => self.answer(id, location),
                Err(error) => self.refuse(id, ErrorCode::RequestFailed, &error.to_string()),
            },
            Question::ShowCuda(place) => match self.location(&uri, place, false) {
                Ok(Some(location)) => {
                    self.show(&location);
                    self.answer(id, location);
                }
                Ok(None) => {
                    self.refuse(id, ErrorCode::RequestFailed, "there is no translation: see what is wrong")
                }
                Err(error) => self.refuse(id, ErrorCode::RequestFailed, &error.to_string()),
            },
        }
    }

    /// Where the kernel of a place is; without one, the text that has the kernels, unless only a kernel will do.
    fn location(
        &mut self,
        uri: &str,
        place: Option<Position>,
        is_kernel: bool,
    ) -> io::Result<Option<Location>> {
        let Some(document) = self.documents.get(uri) else { return Ok(None) };
        let Some(survey) = document.surveyed().flatten() else { return Ok(None) };
        let places = document.places(&survey.source, self.encoding);
        let at = place.and_then(|place| places.in_source(document.text.offset(place, self.encoding)));
        let kernel = at.and_then(|at| kernel_at(survey, region_at(survey, at)?, at));
        if is_kernel && kernel.is_none() {
            return Ok(None);
        }
        self.translations.write(survey, uri, kernel.as_ref(), self.encoding)
    }

    /// Has the client show a place, if it can.
    fn show(&mut self, location: &Location) {
        if !self.shows_documents || !self.reading.may_show_documents() {
            return;
        }
        self.serials += 1;
        let parameters = ShowDocumentParams {
            uri: location.uri.clone(),
            external: None,
            take_focus: Some(true),
            selection: Some(location.range),
        };
        let id = RequestId::from(format!("show-{}", self.serials));
        self.send(Request::new(id, ShowDocument::METHOD.to_owned(), parameters));
    }
}
