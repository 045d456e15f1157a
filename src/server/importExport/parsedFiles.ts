import type { BundleFiles } from './archive.ts'
import { parseYaml, YamlError } from './yaml.ts'

/** One file of a bundle. */
export interface ParsedFile {
  path: string
  value?: unknown
  /** The file is not valid YAML. */
  isBroken?: boolean
}

/** A line of the response of `bundleChild.ts`. */
export type BundleLine = ParsedFile | { isEnd: true } | { rejected: string }

/** With this argument, `bundleChild.ts` also reads old exports in one file. */
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
