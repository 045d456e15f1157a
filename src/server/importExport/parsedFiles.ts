import type { BundleFiles } from './archive.ts'
import { parseYaml, YamlError } from './yaml.ts'

/** One file of a bundle. */
export interface ParsedFile {
  path: string
  value?: unknown
  /** It is not a valid YAML file. */
  isBroken?: boolean
}

/** A line of the response of `bundleChild.ts`. */
export type BundleLine = ParsedFile | { isEnd: true } | { rejected: string }

/** Argument of `bundleChild.ts`: it also reads exports in one file. */
export const OLD_EXPORTS = 'old'

/** The values of YAML files, one after another. */
export function* parsedFiles(files: BundleFiles): Generator<ParsedFile> {
  for (const [path, text] of files) {
    try {
      yield { path, value: parseYaml(text) }
    } catch (error) {
      if (!(error instanceof YamlError)) throw error
      yield { path, isBroken: true }
    }
  }
}
