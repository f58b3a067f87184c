import { validated } from "touchstone/validated";
import { runValidationSuite } from "touchstone/vitest";

// Your own wrapper in its place, or around it.
runValidationSuite(validated());
