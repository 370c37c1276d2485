//! Parameters of the library under the names of their flags.

use anyhow::{Error, anyhow};
use walkmesh::bake::BakeError;
use walkmesh::parameters::Parameters;

use super::told::as_json;

/// An error of a bake as the command says it: its sentence names flags, as `--cell-size` for
/// `cell_size`.
pub(crate) fn in_flags(error: &BakeError) -> Error {
    anyhow!(flags_for(&error.to_string()))
}

fn flags_for(sentence: &str) -> String {
    let names = as_json(&Parameters::default());
    let is_in_name = |c: char| c.is_ascii_lowercase() || c == '_';
    let mut rest = sentence;
    let mut said = String::new();
    while let Some(start) = rest.find(is_in_name) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_in_name(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        said += before;
        // Names of one word are words of their sentences as well.
        if word.contains('_') && names.contains_key(word) {
            said += &flag(word);
        } else {
            said += word;
        }
        rest = after;
    }
    said + rest
}

/// The flag of a parameter.
fn flag(name: &str) -> String {
    let dashed = name.replace('_', "-");
    if name.starts_with("filter_") { format!("--no-{dashed}") } else { format!("--{dashed}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command};

    #[test]
    fn sentences_name_flags() {
        for (sentence, said) in [
            ("cell_size is 0: above 0", "--cell-size is 0: above 0"),
            ("raise it, or no filter_ledges (é)", "raise it, or no --no-filter-ledges (é)"),
            ("the survey of cell_sizes in regions", "the survey of cell_sizes in regions"),
            ("lower agent_radius", "lower --agent-radius"),
        ] {
            assert_eq!(flags_for(sentence), said);
        }
    }

    #[test]
    fn every_parameter_of_several_words_has_its_flag() {
        let command = super::super::ParameterFlags::augment_args(Command::new("bake"));
        let flags: Vec<&str> = command.get_arguments().filter_map(|a| a.get_long()).collect();
        let names = as_json(&Parameters::default());
        // Nothing is said of ground that is kept.
        let several = names.keys().filter(|name| name.contains('_') && *name != "keep_ground");
        for name in several {
            let flag = flag(name);
            assert!(flags.contains(&flag.trim_start_matches("--")), "{flag}");
        }
    }
}
