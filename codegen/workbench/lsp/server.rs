//! The main loop of the server: handles messages in order, and checks projects when the client is quiet.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWatchedFilesRegistrationOptions,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    FileChangeType, FileEvent, FileSystemWatcher, GlobPattern, InitializeParams, InitializeResult, Registration,
    RegistrationParams, ServerInfo, Uri,
};
use project::git;
use project::settings::Options;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::background::Done;
use crate::capabilities::{self, Client};
use crate::cpp_files::{self, CppFiles};
use crate::described::{DescribedProjects, FindFramework};
use crate::documents::Documents;
use crate::own::Reader;
use crate::pages::Pages;
use crate::position::Encoding;
use crate::projects::Projects;
use crate::state::State;
use crate::versions::CommittedProjects;
use crate::view::View;
use crate::{background, publish, requests, uri};

/// How often to check whether the client's process still exists.
const ORPHAN_CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// The extensions of C++ that projects may read.
const CPP_EXTENSIONS: &[&str] = &["cc", "cpp", "cu", "cuh", "h", "hpp", "inc", "kps"];

/// The connection to a client, and the state from which requests are answered.
struct Server {
    sender: Sender<Message>,
    state: State,
    /// The queue of views to check, which another thread reads.
    to_check: Sender<Arc<View>>,
    parent: Option<u32>,
    is_shut_down: bool,
}

/// The reason why the server stopped without the client asking for it.
#[derive(Debug)]
pub enum ServeError {
    /// The client disconnected without sending `shutdown`.
    NoShutdown,
    /// The first messages did not follow the protocol.
    Protocol(String),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::NoShutdown => f.write_str("the client disconnected without sending `shutdown`"),
            ServeError::Protocol(reason) => write!(f, "the client does not follow the protocol: {reason}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// Serves one client.
///
/// # Errors
/// The client does not follow the protocol.
pub fn run(connection: Connection, reader: Reader, find: FindFramework, version: &str) -> Result<(), ServeError> {
    let (id, params) = connection.initialize_start().map_err(|error| ServeError::Protocol(error.to_string()))?;
    // `lsp_types` calls the field `workspace.diagnostic`.
    let refreshes = params.pointer("/capabilities/workspace/diagnostics/refreshSupport") == Some(&Value::Bool(true));
    let given: InitializeParams = read_params(params).unwrap_or_default();
    let client = Client::of(&given, refreshes);
    let encoding = Encoding::of(capabilities::encodings(&given));
    let result = InitializeResult {
        capabilities: capabilities::server(encoding, client),
        server_info: Some(ServerInfo { name: "opgen".to_owned(), version: Some(version.to_owned()) }),
    };
    let result = serde_json::to_value(result).unwrap_or_default();
    connection.initialize_finish(id, result).map_err(|error| ServeError::Protocol(error.to_string()))?;
    let (to_check, views) = unbounded::<Arc<View>>();
    let (checked, results) = bounded(16);
    let cpp = CppFiles::default();
    let shared = cpp.clone();
    parallel::spawn_beside(move || drop(background::check(&views, &shared, &checked)));
    let Connection { sender, receiver } = connection;
    let options = Options { profile: profile(&given), ..Options::default() };
    let mut server = Server {
        sender,
        state: State {
            client,
            documents: Documents::default(),
            pages: Pages::of(&given, version),
            described: DescribedProjects::new(find, encoding, options.clone()),
            projects: Projects::new(reader, encoding, options),
            committed: CommittedProjects::new(reader),
            cpp,
            pulled: BTreeMap::new(),
        },
        to_check,
        parent: given.process_id,
        is_shut_down: false,
    };
    server.begin(&given);
    let served = server.serve(&receiver, &results);
    git::stop_all();
    served
}

/// The profile that the client chooses for all projects.
fn profile(params: &InitializeParams) -> Option<String> {
    params.initialization_options.as_ref()?.get("profile")?.as_str().map(str::to_owned)
}

/// The parameters of a message. `None` if the client left them out, or they are malformed.
fn read_params<P: DeserializeOwned>(params: Value) -> Option<P> {
    serde_json::from_value(params).ok()
}

impl Server {
    /// Reads the projects of the folders that are open in the client.
    fn begin(&mut self, params: &InitializeParams) {
        let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
        #[allow(deprecated)]
        let root = params.root_uri.as_ref();
        let folders: Vec<&Uri> = folders.collect();
        let tops: Vec<PathBuf> = match folders.is_empty() {
            true => root.and_then(uri::to_path).into_iter().collect(),
            false => folders.into_iter().filter_map(uri::to_path).collect(),
        };
        for top in &tops {
            self.add_top(top);
        }
        if self.state.client.watches_files {
            self.watch_files();
        }
    }

    fn add_top(&mut self, top: &Path) {
        if self.state.described.open_around(top, &self.state.documents) {
            return;
        }
        if let Some(root) = self.state.projects.open_top(top, &self.state.documents) {
            self.state.committed.request(&root);
        }
    }

    fn watch_files(&self) {
        let watcher = |glob: &str| FileSystemWatcher { glob_pattern: GlobPattern::String(glob.to_owned()), kind: None };
        let cpp = format!("**/*.{{{}}}", CPP_EXTENSIONS.join(","));
        let options = DidChangeWatchedFilesRegistrationOptions {
            watchers: ["**/*.{yaml,yml}", "**/opgen*.toml", &cpp].map(watcher).to_vec(),
        };
        let registration = Registration {
            id: "files".to_owned(),
            method: notification::DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: serde_json::to_value(options).ok(),
        };
        let params = RegistrationParams { registrations: vec![registration] };
        self.send(publish::request("client/registerCapability", params));
    }

    fn send(&self, message: Message) {
        // Sending fails only if the client has disconnected, which the main loop notices.
        let _ = self.sender.send(message);
    }

    fn serve(mut self, messages: &Receiver<Message>, done: &Receiver<Done>) -> Result<(), ServeError> {
        let mut queue = VecDeque::new();
        loop {
            if queue.is_empty() {
                let now = Instant::now();
                let wait = self
                    .state
                    .next_due()
                    .map_or(ORPHAN_CHECK_INTERVAL, |due| due.saturating_duration_since(now).min(ORPHAN_CHECK_INTERVAL));
                crossbeam_channel::select! {
                    recv(messages) -> message => match message {
                        Ok(message) => queue.push_back(message),
                        Err(_) => return self.end(),
                    },
                    recv(done) -> done => match done {
                        Ok(Done::Checked(view)) => self.publish(&view),
                        Ok(Done::Named(root, names)) => self.state.projects.set_names(&root, names),
                        Err(_) => {}
                    },
                    default(wait) => {}
                }
            }
            queue.extend(messages.try_iter());
            match queue.pop_front() {
                Some(Message::Notification(last)) if last.method == notification::Exit::METHOD => {
                    return self.end();
                }
                Some(Message::Request(request)) => self.request(request, &mut queue),
                Some(Message::Notification(notification)) => self.notification(notification),
                // The answers to our requests do not matter.
                Some(Message::Response(_)) => {}
                None if self.is_orphan() => return self.end(),
                None => self.check_due(),
            }
        }
    }

    fn end(&self) -> Result<(), ServeError> {
        if self.is_shut_down { Ok(()) } else { Err(ServeError::NoShutdown) }
    }

    /// Whether the process that started the server has ended.
    fn is_orphan(&self) -> bool {
        let processes = Path::new("/proc");
        let is_gone = |id: u32| processes.join("self").exists() && !processes.join(id.to_string()).exists();
        self.parent.is_some_and(is_gone)
    }

    /// Queues projects to be checked after they have been quiet for a while.
    fn check_due(&mut self) {
        let State { described, documents, client, pages, .. } = &mut self.state;
        let found = described.publications(documents, *client, pages);
        found.into_iter().for_each(|message| self.send(message));
        for root in self.state.projects.take_due(Instant::now()) {
            if let Some(view) = self.state.projects.view(&root, &self.state.documents) {
                // The thread ends only with the server.
                let _ = self.to_check.send(view);
            }
        }
    }

    /// Sends what has become known about a project, unless it has changed since it was checked.
    fn publish(&mut self, view: &Arc<View>) {
        publish::messages(&mut self.state, view).into_iter().for_each(|message| self.send(message));
    }

    fn request(&mut self, request: Request, queue: &mut VecDeque<Message>) {
        let id = request.id.clone();
        let error = |code: ErrorCode, message: &str| Response::new_err(id.clone(), code as i32, message.to_owned());
        let response = match request.method.as_str() {
            _ if take_cancellation(&id, queue) => error(ErrorCode::RequestCanceled, "the request was cancelled"),
            "shutdown" => {
                self.is_shut_down = true;
                Response::new_ok(id, Value::Null)
            }
            "initialize" => error(ErrorCode::InvalidRequest, "the server is initialized already"),
            _ if self.is_shut_down => error(ErrorCode::InvalidRequest, "the server is shut down"),
            _ => requests::answer(&mut self.state, request),
        };
        self.send(response.into());
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            notification::DidOpenTextDocument::METHOD => read_params(params).map(|params| self.opened(params)),
            notification::DidChangeTextDocument::METHOD => read_params(params).map(|params| self.edited(params)),
            notification::DidSaveTextDocument::METHOD => read_params(params).map(|params| self.saved(&params)),
            notification::DidCloseTextDocument::METHOD => read_params(params).map(|params| self.closed(&params)),
            notification::DidChangeWatchedFiles::METHOD => read_params(params).map(|params| self.watched(&params)),
            notification::DidChangeWorkspaceFolders::METHOD => read_params(params).map(|params| self.folders(&params)),
            _ => None,
        };
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let path = self.state.documents.open(document.uri, document.version, document.text);
        let Some(path) = path else { return };
        self.note_change(&path);
        if path.parent().is_some_and(|folder| self.state.described.open_around(folder, &self.state.documents)) {
            return;
        }
        if let Some(root) =
            path.parent().and_then(|folder| self.state.projects.open_around(folder, &self.state.documents))
        {
            self.state.committed.request(&root);
        }
        self.state.projects.check_soon(&path);
    }

    fn edited(&mut self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        let encoding = self.state.projects.encoding;
        let edited = self.state.documents.change(&document.uri, document.version, params.content_changes, encoding);
        // C++ is read from the disk.
        if let Some(path) = edited.and_then(|document| document.path.clone()).filter(|path| !is_cpp(path)) {
            self.note_change(&path);
        }
    }

    fn saved(&mut self, params: &DidSaveTextDocumentParams) {
        if let Some(path) = uri::to_path(&params.text_document.uri) {
            self.note_change(&path);
            self.state.projects.check_soon(&path);
            for root in self.state.projects.roots() {
                self.state.committed.request(&root);
            }
        }
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) {
        if let Some(path) = self.state.documents.close(&params.text_document.uri).and_then(|document| document.path) {
            self.note_change(&path);
        }
    }

    /// Notes that the text of a file has changed.
    fn note_change(&mut self, path: &Path) {
        match is_cpp(path) {
            true => self.state.projects.note_cpp_change(path),
            false => {
                self.state.projects.note_change(path);
                self.state.described.note_change(path);
            }
        }
    }

    fn watched(&mut self, params: &DidChangeWatchedFilesParams) {
        let changed = |change: &FileEvent| Some((uri::to_path(&change.uri)?, change.typ));
        // The client has already sent the changes of open files.
        let is_open = |path: &PathBuf| self.state.documents.at(path).is_some();
        let others: Vec<_> = params.changes.iter().filter_map(changed).filter(|(path, _)| !is_open(path)).collect();
        for (path, kind) in others {
            if is_cpp(&path) && !self.reads_cpp(&path) {
                continue;
            }
            match kind {
                FileChangeType::CHANGED => self.note_change(&path),
                _ => {
                    self.state.projects.note_change(&path);
                    self.state.described.note_change(&path);
                }
            }
            path.parent().and_then(|folder| self.state.projects.open_around(folder, &self.state.documents));
        }
    }

    /// Whether some project reads a file of C++. A build writes many others.
    fn reads_cpp(&mut self, path: &Path) -> bool {
        let State { projects, documents, .. } = &mut self.state;
        let roots = projects.roots().into_iter().filter(|root| path.starts_with(root));
        roots
            .into_iter()
            .any(|root| projects.view(&root, documents).is_some_and(|view| cpp_files::is_read(&view, path)))
    }

    fn folders(&mut self, params: &DidChangeWorkspaceFoldersParams) {
        let path = |folder: &lsp_types::WorkspaceFolder| uri::to_path(&folder.uri);
        let removed: Vec<PathBuf> = params.event.removed.iter().filter_map(path).collect();
        self.state.projects.tops.retain(|top| !removed.contains(top));
        for top in params.event.added.iter().filter_map(path) {
            self.add_top(&top);
        }
        self.state.projects.note_changes();
    }
}

fn is_cpp(path: &Path) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|found| CPP_EXTENSIONS.contains(&found))
}

/// Removes the cancellation of a request from the queue. Returns whether there was one.
fn take_cancellation(id: &RequestId, queue: &mut VecDeque<Message>) -> bool {
    let id = serde_json::to_value(id).unwrap_or_default();
    let cancels = |message: &Message| match message {
        Message::Notification(notification) => {
            notification.method == notification::Cancel::METHOD && notification.params.get("id") == Some(&id)
        }
        _ => false,
    };
    let at = queue.iter().position(cancels);
    at.and_then(|at| queue.remove(at)).is_some()
}
