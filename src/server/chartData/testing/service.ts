import { createGate } from '../../../engine/gate/gate.ts'
import { AppError } from '../../../model/errors/errors.ts'
import type { RowRule, Subject } from '../../access/subject.ts'
import { createCache } from '../../cache/cache.ts'
import { createMemoryStore } from '../../cache/memoryStore.ts'
import type { ChartDataDependencies } from '../dependencies.ts'
import { type ChartDataService, createChartDataService } from '../service.ts'

type Given = Pick<ChartDataDependencies, 'engine' | 'findDataset' | 'connectionOf'> & Partial<ChartDataDependencies>

/** A service without a store. By default everybody may read everything, and only datasets exist. */
export const serviceWith = (given: Given): ChartDataService =>
  createChartDataService({
    gate: createGate(given.engine),
    cache: createCache(createMemoryStore({ maxBytes: 64e6, now: Date.now })),
    checkAccess: async () => undefined,
    checkGuestQuery: async () => undefined,
    queryDataset: async () => {
      throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
    },
    ruledTables: async () => [],
    readsTable: async () => false,
    annotationsOf: async () => undefined,
    contextOfChart: async () => 'The chart does not exist',
    chartCacheTimeout: async () => null,
    now: Date.now,
    timeZone: 'UTC',
    viewZone: async () => null,
    rows: { rows: 50_000, samples: 1000, max: 100_000 },
    limits: { timeoutMs: 60_000, maxRows: 100_000, maxBytes: 64e6 },
    cacheTimeoutS: 60,
    fileBytes: 64e6,
    newFile: () => '',
    queriesPerUser: 8,
    queriesWaiting: 1000,
    ...given,
  })

/** A user without any permissions, with these row rules. */
export const readerWith = (rowRules: RowRule[] = []): Subject => ({
  user: undefined,
  roles: [],
  permissions: new Set(),
  grants: { databases: new Set(), schemas: new Set(), datasets: new Set() },
  rowRules,
  isAdmin: false,
})
