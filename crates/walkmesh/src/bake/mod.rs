//! The pipeline: soup and parameters in, mesh out.
