//! `walkmesh`: bake, inspect, query, draw and check navigation meshes.

mod answer;
mod exactly;
mod input;
mod output;
mod parameters;
mod point;
mod progress;
mod route;
mod rules;
mod stage;
mod summary;
mod verb;

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};

use answer::{Answer, Noted};

/// Bad use or bad input; a failed check is 1.
const BAD_INPUT: u8 = 2;
const CHECK_FAILED: u8 = 1;

/// Navigation meshes from polygon soup.
///
/// World units are metres and degrees, Y is up. Exit codes: 0 done, 1 a check failed, 2 bad use or
/// input.
#[derive(Parser)]
#[command(name = "walkmesh", version, arg_required_else_help = true)]
struct CommandLine {
    /// Print one JSON object on stdout instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Scene(verb::scene::Scene),
    Bake(Box<verb::bake::Bake>),
    Info(verb::info::Info),
    Path(verb::path::Path),
    Render(Box<verb::render::Render>),
    Check(verb::check::Check),
    Convert(Box<verb::convert::Convert>),
    Edit(verb::edit::Edit),
}

fn main() -> ExitCode {
    let command = match CommandLine::try_parse() {
        Ok(command) => command,
        Err(mut error) => {
            add_tip(&mut error);
            return refuse(&error);
        }
    };
    let answer = match &command.verb {
        Verb::Scene(verb) => verb.run(),
        Verb::Bake(verb) => verb.run(),
        Verb::Info(verb) => verb.run(),
        Verb::Path(verb) => verb.run(),
        Verb::Render(verb) => verb.run(),
        Verb::Check(verb) => verb.run(),
        Verb::Convert(verb) => verb.run(),
        Verb::Edit(verb) => verb.run(),
    };
    finish(answer, command.json)
}

/// Prints the answer or the error; a reader that closed our stdout early is not an error.
fn finish(answer: Result<Answer>, json: bool) -> ExitCode {
    match answer {
        Ok(answer) => {
            if let Err(error) = print(if json { &answer.json } else { &answer.text }) {
                complain(&format!("error: the answer could not be printed: {error}\n"));
                return ExitCode::from(BAD_INPUT);
            }
            if answer.passed { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) }
        }
        Err(error) => {
            let (sentence, notes) = (answer::sentence(&error), Noted::of(&error));
            if json {
                // The sentence on stderr says it as well.
                let _ = print(&answer::error_object(&sentence, notes));
            }
            complain(&format!("error: {sentence}\n{}", answer::notes_text(notes)));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// A view that stands apart from its flag is taken for a file: says how it is written.
fn add_tip(error: &mut clap::Error) {
    let arguments: Vec<_> =
        env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let is_apart =
        |pair: &&[String]| pair[0] == "--oblique" && verb::render::parse_oblique(&pair[1]).is_ok();
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(apart) = arguments.windows(2).find(is_apart)
    {
        let tip = format!("a view is written without a blank before it: {}", apart.join("="));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// What clap has to say: help and version on stdout, bad use on stderr.
fn refuse(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && env::args_os().any(|a| a == OsStr::new("--json")) {
        let text = error.to_string();
        let is_advice = |line: &str| ["Usage:", "For more"].iter().any(|w| line.starts_with(w));
        let lines = text.lines().map(str::trim).take_while(|line| !is_advice(line));
        let sentence = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        let _ = print(&answer::error_object(sentence.trim_start_matches("error: "), &[]));
    }
    // Printing can only fail when nobody reads any more.
    let _ = error.print();
    if error.use_stderr() { ExitCode::from(BAD_INPUT) } else { ExitCode::SUCCESS }
}

/// A closed pipe means that the reader has seen enough.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

fn complain(text: &str) {
    // Without a stderr there is nowhere left to say anything; the exit code still does.
    let _ = io::stderr().write_all(text.as_bytes());
}
