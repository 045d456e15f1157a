import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../src/server/testing/app.ts'
import { hasShared, sharedFolder } from '../../src/server/testing/shared.ts'
import { calls } from './calls.ts'
import { databases } from './databases.ts'
import { entryOf } from './decisions.ts'
import { elsewhere, folders } from './elsewhere.ts'
import { loadRecordedTables, startRecordedSite } from './recordedSite.ts'
import { nextId } from './replay.ts'
import { createWithId, storyTeller } from './replaying.ts'
import { reports } from './reports.ts'
import { sqlLab } from './sqlLab.ts'
import { sqlLabOnPostgres } from './sqlLabPostgres.ts'
import { stories } from './stories.ts'
import { unrecorded } from './unrecorded.ts'

describe.skipIf(!hasShared)('the recorded calls (needs ../shared)', () => {
  it('are all replayed, or skipped for a reason', () => {
    const all = [...calls, ...stories, ...databases, ...sqlLab, ...sqlLabOnPostgres, ...reports]
    const named = [
      ...all.flatMap(([folder, names]) => names.map((entry) => `${folder}/${entryOf(entry)[0]}`)),
      ...unrecorded.flatMap(({ calls: some }) => some.map(([folder, entry]) => `${folder}/${entryOf(entry)[0]}`)),
    ]
    const known = new Set([...named, ...Object.values(elsewhere).flat()])
    const recorded = folders.flatMap((folder) =>
      readdirSync(join(sharedFolder, 'reference/recordings/calls', folder)).map(
        (file) => `${folder}/${basename(file, '.json')}`,
      ),
    )
    expect(recorded.filter((name) => !known.has(name))).toEqual([])
    // annotations and chart data have their own tests; a few calls are needed here too
    const isOfOthers = (name: string) => /^(annotation|chart_data)/.test(name)
    expect([...known].filter((name) => !recorded.includes(name) && !isOfOthers(name))).toEqual([])
  })

  describe('one by one', () => {
    let server: TestApp
    let tell: ReturnType<typeof storyTeller>
    beforeAll(async () => {
      server = await startRecordedSite()
      tell = storyTeller(server)
    })
    afterAll(() => server?.close())
    for (const [folder, names] of calls)
      it.each(names.map(entryOf))(`${folder}/%s`, (name, decision) => tell(folder, name, decision))
  })

  describe('as sequences', () => {
    let server: TestApp
    let tell: ReturnType<typeof storyTeller>
    beforeAll(async () => {
      server = await startRecordedSite()
      await loadRecordedTables(server)
      // ids of the columns and metrics of the first dataset that is created
      await nextId(server, 'dataset_columns', 524)
      await nextId(server, 'dataset_metrics', 13)
      // the recorder had stored one text before
      await nextId(server, 'stored_texts', 2)
      tell = storyTeller(server)
    }, 120_000)
    afterAll(() => server?.close())
    for (const [folder, names] of stories)
      it.each(names.map(entryOf))(`${folder}/%s`, (name, decision) => tell(folder, name, decision))
  })

  describe('of reports', () => {
    let server: TestApp
    let tell: ReturnType<typeof storyTeller>
    beforeAll(async () => {
      server = await startRecordedSite()
      // id of the recipient of the first report that is created
      await nextId(server, 'report_recipients', 6)
      tell = storyTeller(server)
    })
    afterAll(() => server?.close())
    for (const [folder, names] of reports)
      it.each(names.map(entryOf))(`${folder}/%s`, (name, decision) => tell(folder, name, decision))
  })

  describe('of SQL Lab', () => {
    let server: TestApp
    let tell: ReturnType<typeof storyTeller>
    beforeAll(async () => {
      server = await startRecordedSite()
      await loadRecordedTables(server)
      await server.addUser('sqllab_no_data', ['Gamma', 'sql_lab'])
      // ids of the dataset that is created from a query, and of its columns and metrics
      await nextId(server, 'datasets', 11)
      await nextId(server, 'dataset_columns', 557)
      await nextId(server, 'dataset_metrics', 19)
      tell = storyTeller(server)
    }, 120_000)
    afterAll(() => server?.close())
    for (const [folder, names] of sqlLab)
      it.each(names.map(entryOf))(`${folder}/%s`, (name, decision) => tell(folder, name, decision))

    for (const { folder, body, ids, calls: some } of unrecorded)
      it(`${folder} ${ids.join(', ')}`, async () => {
        for (const id of ids) await createWithId(server, folder, body, id)
        for (const [where, entry] of some) await tell(where, ...entryOf(entry))
      })
  })
})
