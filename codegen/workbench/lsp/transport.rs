//! Sends and receives messages over standard input and output. Malformed messages are answered with an error, and skipped.

use std::io::{self, BufRead, Write};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// The longest message that is accepted, in bytes.
const LONGEST: usize = 256 << 20;

/// A message to send, or an error response without an id for a malformed message.
enum Sent {
    Message(Message),
    Error(Value),
}

/// The thread that writes messages. It ends when the connection is dropped.
pub struct Writer(thread::JoinHandle<()>);

impl Writer {
    /// Waits until everything is written.
    pub fn finish(self) {
        // Errors do not matter: the client has disconnected.
        let _ = self.0.join();
    }
}

/// A connection over this process's standard input and output.
pub fn stdio() -> (Connection, Writer) {
    let (to_server, receiver) = bounded(64);
    let (sender, from_server) = unbounded::<Message>();
    let (errors, refused) = unbounded();
    thread::spawn(move || read(&mut io::stdin().lock(), &to_server, &errors));
    let writer = thread::spawn(move || write(&mut io::stdout().lock(), &from_server, &refused));
    (Connection { sender, receiver }, Writer(writer))
}

fn read(input: &mut impl BufRead, to_server: &Sender<Message>, errors: &Sender<Value>) {
    while let Ok(Some(body)) = body(input) {
        let message = body.and_then(|body| serde_json::from_slice(&body).map_err(|error| error.to_string()));
        let is_gone = match message {
            Ok(message) => to_server.send(message).is_err(),
            Err(reason) => errors.send(refusal(&reason)).is_err(),
        };
        if is_gone {
            return;
        }
    }
}

fn refusal(reason: &str) -> Value {
    let error = json!({ "code": ErrorCode::ParseError as i32, "message": format!("this is not a message: {reason}") });
    json!({ "jsonrpc": "2.0", "id": null, "error": error })
}

/// The body of the next message, or what is wrong with its header. `Ok(None)` at the end of the input.
fn body(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, String>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        match line.split_once(':') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case("Content-Length") => {
                length = value.trim().parse::<usize>().ok();
            }
            // Other header fields, and lines that are not fields.
            _ if !line.is_empty() => {}
            _ => match length {
                Some(length) if length <= LONGEST => {
                    let mut body = vec![0; length];
                    input.read_exact(&mut body)?;
                    return Ok(Some(Ok(body)));
                }
                Some(length) => {
                    io::copy(&mut io::Read::take(&mut *input, length as u64), &mut io::sink())?;
                    return Ok(Some(Err(format!("it has {length} bytes"))));
                }
                // Blank lines between messages.
                None => {}
            },
        }
    }
}

fn write(output: &mut impl Write, messages: &Receiver<Message>, errors: &Receiver<Value>) {
    loop {
        let sent = crossbeam_channel::select! {
            recv(messages) -> message => match message {
                Ok(message) => Sent::Message(message),
                Err(_) => return,
            },
            recv(errors) -> error => match error {
                Ok(error) => Sent::Error(error),
                // The input has ended. The server's remaining messages are still written.
                Err(_) => return messages.iter().for_each(|message| drop(message.write(output))),
            },
        };
        let written = match sent {
            Sent::Message(message) => message.write(output),
            Sent::Error(error) => {
                let text = error.to_string();
                write!(output, "Content-Length: {}\r\n\r\n{text}", text.len()).and_then(|()| output.flush())
            }
        };
        if written.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_goes_on_behind_what_is_no_message() {
        let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let input = format!(
            "noise\r\nContent-Length: 3\r\n\r\n{{]}}\r\nX: y\r\ncontent-length: {}\r\n\r\n{exit}Content-Length: 9\r\n\r\nshort",
            exit.len()
        );
        let (to_server, messages) = unbounded();
        let (errors, refused) = unbounded();
        read(&mut input.as_bytes(), &to_server, &errors);
        assert_eq!((messages.len(), refused.len()), (1, 1));
        assert!(refused.recv().expect("one is refused")["error"]["code"] == -32700);
    }
}
