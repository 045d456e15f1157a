import { defineConfig } from 'vitest/config'
import { testKinds } from './scripts/steps/testKinds.ts'

const { pure, isolated, engines } = testKinds()

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          pool: 'threads',
          isolate: false,
          setupFiles: 'scripts/steps/pureTests.ts',
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
      { extends: true, test: { name: 'engines', include: engines } },
    ],
  },
})
