import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The time that a test or a hook may take, where it is written after its function. */
const ownTimeout = /\},\s*(\d[\d_]*),?\s*\)/g

/** The longest time that a test in this text may take, in milliseconds; 0 if none states its own. */
export const longestTimeoutMs = (text: string): number =>
  Math.max(0, ...[...text.matchAll(ownTimeout)].map((match) => Number(match[1]?.replaceAll('_', ''))))

/**
 * Starts the files first whose tests may take longest: started last, one of them would keep a single worker busy at the
 * end. On a CI machine the durations of earlier runs are not known.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const timeouts = new Map(sorted.map(({ moduleId }) => [moduleId, longestTimeoutMs(readFileSync(moduleId, 'utf8'))]))
    const timeoutOf = ({ moduleId }: TestSpecification) => timeouts.get(moduleId) ?? 0
    // the order of the projects is unchanged
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((specifications) =>
      specifications.toSorted((a, b) => timeoutOf(b) - timeoutOf(a)),
    )
  }
}
