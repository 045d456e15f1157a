import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/steps/longestFirst.ts'
import { testKinds } from './scripts/steps/testKinds.ts'
import { catalogues } from './scripts/texts/catalogueParts.ts'

/** A worker for each core of a small machine. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

/** For tests that start servers and often wait for them: one more worker. */
const waiting = { maxWorkers: maxWorkers + 1, sequence: { groupOrder: 1 } }

const { pure, components, product, isolated, engines, alone } = testKinds()

export default defineConfig({
  plugins: [catalogues()],
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers,
    // loading the modules anew for each file takes longer than running the tests
    isolate: false,
    setupFiles: 'scripts/steps/sharedProcess.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'pure', include: pure, pool: 'threads' } },
      { extends: true, test: { name: 'components', include: components, pool: 'threads', environment: 'happy-dom' } },
      { extends: true, test: { name: 'product', include: product, ...waiting } },
      { extends: true, test: { name: 'isolated', include: isolated, isolate: true, ...waiting } },
      { extends: true, test: { name: 'engines', include: engines, ...waiting } },
      { extends: true, test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
})
