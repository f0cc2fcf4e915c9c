//! A headless Chromium that is driven over a pipe, in the DevTools protocol.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::skip::skip;

/// How long the browser may take for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// One tab of a browser, and what happened in it.
pub struct Tab {
    process: Child,
    requests: ChildStdin,
    answers: Receiver<Value>,
    last: u64,
    session: Option<String>,
    /// Errors in the console, exceptions, and requests for anything but files.
    pub problems: Vec<String>,
    loaded: usize,
    _profile: tempfile::TempDir,
}

/// The program, if it is installed: `OPGEN_CHROMIUM`, or one of the usual names.
fn program() -> Option<PathBuf> {
    if let Some(path) = env::var_os("OPGEN_CHROMIUM") {
        return Some(path.into());
    }
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}

impl Tab {
    /// Starts a browser. `None`, with a notice, if there is none; in CI, the test fails then.
    pub fn open() -> Option<Self> {
        let Some(program) = program() else {
            skip("chromium is not installed");
            return None;
        };
        let profile = tempfile::tempdir().expect("a temporary folder");
        let mut process = Command::new("sh")
            // The protocol is spoken over the third and the fourth descriptor.
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null"])
            .arg(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
            .arg("--remote-debugging-pipe")
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("sh runs");
        let requests = process.stdin.take().expect("it is piped");
        let mut output = BufReader::new(process.stdout.take().expect("it is piped"));
        let (sender, answers) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while output.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                message.pop();
                let message = serde_json::from_slice(&std::mem::take(&mut message));
                if message.is_ok_and(|message| sender.send(message).is_err()) {
                    break;
                }
            }
        });
        let (session, problems) = (None, Vec::new());
        let mut tab = Tab { process, requests, answers, last: 0, session, problems, loaded: 0, _profile: profile };
        let target = tab.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = tab.call("Target.attachToTarget", attach)["sessionId"].as_str().map(str::to_owned);
        tab.session = session;
        for domain in ["Page", "Runtime", "Log", "Network"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        Some(tab)
    }

    /// Calls a method of the protocol, and notes what happens meanwhile.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut request = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            request["sessionId"] = session.as_str().into();
        }
        self.requests.write_all(format!("{request}\0").as_bytes()).expect("the browser listens");
        loop {
            let message = self.answers.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no answer to {method}"));
            if message["id"] == self.last {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.note(&message);
        }
    }

    fn note(&mut self, event: &Value) {
        let parameters = &event["params"];
        match event["method"].as_str().unwrap_or_default() {
            "Page.loadEventFired" => self.loaded += 1,
            "Runtime.exceptionThrown" => self.problems.push(parameters["exceptionDetails"].to_string()),
            "Runtime.consoleAPICalled" => self.problems.push(parameters["args"].to_string()),
            "Log.entryAdded" => self.problems.push(parameters["entry"].to_string()),
            "Network.requestWillBeSent" => {
                let url = parameters["request"]["url"].as_str().unwrap_or_default();
                if !url.starts_with("file:") && !url.starts_with("data:") {
                    self.problems.push(format!("it asks for {url}"));
                }
            }
            _ => {}
        }
    }

    /// Opens a file, with something behind its path, and waits until it is loaded.
    pub fn visit(&mut self, file: &Path, behind: &str) {
        // Otherwise, another part of the same page would not be loaded again.
        if behind.starts_with('#') {
            self.go("about:blank");
        }
        self.go(&format!("file://{}{behind}", file.display()));
    }

    fn go(&mut self, url: &str) {
        let before = self.loaded;
        let answer = self.call("Page.navigate", json!({ "url": url }));
        assert!(answer["errorText"].is_null(), "{url}: {}", answer["errorText"]);
        self.wait_until_loaded(before);
    }

    /// Waits until a page is loaded after the first few.
    fn wait_until_loaded(&mut self, before: usize) {
        while self.loaded == before {
            let message = self.answers.recv_timeout(PATIENCE).expect("the page is loaded");
            self.note(&message);
        }
    }

    /// Does what leads to another page, and waits until that is loaded.
    pub fn follow(&mut self, act: impl FnOnce(&mut Tab)) {
        let before = self.loaded;
        act(self);
        self.wait_until_loaded(before);
    }

    /// The value of an expression of JavaScript.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// The same for a text.
    pub fn text(&mut self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Presses and releases a key that has no letter, or that has one.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "ArrowUp" => 38,
            "ArrowDown" => 40,
            "Tab" => 9,
            _ => 0,
        };
        let text = match key {
            "Enter" => "\r",
            key if key.len() == 1 => key,
            _ => "",
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
            if kind == "keyDown" && !text.is_empty() {
                event["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    pub fn type_text(&mut self, text: &str) {
        text.chars().for_each(|letter| self.press(&letter.to_string()));
    }

    /// Sets the size of the window, in pixels.
    pub fn resize(&mut self, width: usize, height: usize) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Sets the medium, and whether the user prefers dark colours.
    pub fn media(&mut self, media: &str, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "media": media, "features": features }));
    }

    /// Writes a picture of the window to the folder that `OPGEN_SCREENSHOTS` names, if it does.
    pub fn screenshot(&mut self, name: &str) {
        let Some(folder) = env::var_os("OPGEN_SCREENSHOTS") else { return };
        let picture = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = decoded(picture["data"].as_str().unwrap_or_default());
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes).expect("it is writable");
    }

    /// The size of the page as a PDF, in bytes.
    pub fn printed(&mut self) -> usize {
        let answer = self.call("Page.printToPDF", json!({}));
        decoded(answer["data"].as_str().unwrap_or_default()).len()
    }

    /// Fails if anything went wrong since the last call.
    pub fn assert_no_problems(&mut self, about: &str) {
        let problems = std::mem::take(&mut self.problems);
        assert!(problems.is_empty(), "{about}: {problems:#?}");
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        // The browser may have gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The bytes of a text in base 64.
fn decoded(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|letter| ALPHABET.iter().position(|known| *known == letter));
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0, 0);
    for digit in digits {
        (held, bits) = ((held << 6 | digit) & 0xffff, bits + 6);
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}
