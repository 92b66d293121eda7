//! What a C compiler that is a wrapper of another adds to each command line: `mpicc` the folders of MPI's headers, and its
//! libraries.
//!
//! Device texts go to nvcc or to the C++ compiler, and it is the C++ compiler that links, so none of these goes through the
//! wrapper. Those of MPI and of HDF5 say what they add when they are asked for it by `-show`; a compiler refuses that.

use std::ffi::OsString;
use std::process::Stdio;

use super::c_compiler::CCompiler;
use super::compiler_command::{CompilerCommand, Role};

/// What is added; nothing where the C compiler is no wrapper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Folders of headers, and macros.
    pub to_preprocess: Vec<OsString>,
    pub to_link: Vec<OsString>,
}

impl Added {
    pub fn by(compiler: &CCompiler) -> Self {
        let mut ask = compiler.command();
        ask.arg("-show").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        match ask.output() {
            Ok(said) if said.status.success() => Self::read(&String::from_utf8_lossy(&said.stdout)),
            _ => Added::default(),
        }
    }

    /// The line begins with the compiler's own name.
    fn read(line: &str) -> Self {
        let words: Vec<OsString> =
            shlex::split(line).unwrap_or_default().into_iter().skip(1).map(OsString::from).collect();
        let command = CompilerCommand::parse(&words);
        Added {
            to_preprocess: command.words(|role| matches!(role, Role::Preprocess(_))),
            to_link: command
                .words(|role| matches!(role, Role::Both | Role::Library | Role::LibraryFolder | Role::Link)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_is_for_headers_or_for_the_linker() {
        let added = Added::read(
            "gcc -I/usr/include/mpi -DMPI='a b' -O2 -pthread -Wl,-rpath -Wl,/opt/mpi/lib -L/opt/mpi/lib -lmpi\n",
        );
        assert_eq!(added.to_preprocess, ["-I/usr/include/mpi", "-DMPI=a b"]);
        let for_linker = ["-O2", "-pthread", "-Wl,-rpath", "-Wl,/opt/mpi/lib", "-L/opt/mpi/lib", "-lmpi"];
        assert_eq!(added.to_link, for_linker);
    }

    #[test]
    fn a_compiler_adds_nothing() {
        assert_eq!(Added::by(&CCompiler::new(vec!["gcc".into()])), Added::default());
    }
}
