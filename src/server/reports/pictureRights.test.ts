import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasExamples } from '../../../conformance/vectors/exampleTables.ts'
import { AppError } from '../../model/errors/errors.ts'
import { guestSubject } from '../access/guests.ts'
import type { Subject } from '../access/subject.ts'
import { findChart } from '../entities/charts.ts'
import { findDashboard } from '../entities/dashboards.ts'
import { drawnChart } from '../pictures/chartPicture.ts'
import { dashboardCover } from '../pictures/coverPicture.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { anyRound, FORMS, RULES, ruledBirths } from './testing/ruledBirths.ts'

/**
 * Pictures, from which thumbnails and screenshots are made, show no row that their reader may not see. The readers are
 * users whose rules and rights change between two pictures of the same chart, and guests whose token has rules. All of
 * them share one cache, and covers of lists are made from the same images.
 * The full test, as in CI: REPORT_RIGHTS_RUNS=500.
 */
const CASES = Number(process.env.REPORT_RIGHTS_RUNS ?? (process.env.CI ? 500 : 100))
const SEED = Number(process.env.REPORT_RIGHTS_SEED ?? Date.now() % 2 ** 31)
const ROUNDS = 5
const SIZE = { width: 400, height: 300 }

const anyPicture = fc.record({
  /** Index of the reader; 8 is a guest. */
  reader: fc.nat({ max: 8 }),
  /** Clauses in the token of a guest. */
  clauses: fc.subarray([0, 1]),
  form: fc.nat({ max: FORMS.length - 1 }),
  onBoard: fc.boolean(),
  fromCache: fc.boolean(),
})
const GUEST = 8

let server: TestApp
let births: Awaited<ReturnType<typeof ruledBirths>>

describe.skipIf(!hasExamples)('what is drawn (needs ../shared/examples)', () => {
  beforeAll(async () => {
    server = await startApp()
    births = await ruledBirths(server)
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: `/api/v1/dashboard/${births.board}/embedded`,
      headers: { authorization: `Bearer ${await server.token('admin')}` },
      payload: { allowed_domains: [] },
    })
    if (statusCode !== 200) throw new Error(body)
  })
  afterAll(() => server?.close())

  async function subjectOf(reader: number, clauses: readonly number[]): Promise<Subject | undefined> {
    const { subjects, db } = server.services
    if (reader !== GUEST) return (await subjects.ofUser(births.readers[reader] ?? 0))?.subject
    return guestSubject(db, await subjects.anonymous(), {
      user: {},
      resources: [{ type: 'dashboard', id: String(births.board) }],
      rls_rules: clauses.flatMap((at) => RULES[at] ?? []).map(({ clause }) => ({ clause })),
    } as Parameters<typeof guestSubject>[2])
  }

  /** The cover of the dashboard, if the subject may read it, and all that was read for it. */
  async function coverOf(subject: Subject, place: object): Promise<{ picture?: Buffer | undefined; texts: string }> {
    const { services } = server
    const { chartData } = services
    const texts: string[] = []
    const answer: typeof chartData.answer = async (...asked) => {
      const answers = await chartData.answer(...asked)
      texts.push(...answers.map(({ body }) => body.toString()))
      return answers
    }
    const wishes = { mode: 'light', isSmall: false, signal: new AbortController().signal } as const
    const board = (await findDashboard(services.db, births.board))!
    const mayRead = await services.can(subject, 'read', place as Parameters<typeof services.can>[2]).then(
      () => true,
      () => false,
    )
    const spied = { ...services, chartData: { ...chartData, answer } }
    const cover = mayRead ? await dashboardCover(spied, board, subject, wishes) : undefined
    return { picture: cover, texts: texts.join('\n') }
  }

  it(`shows no row that its reader may not see, in ${CASES} pictures (seed ${SEED})`, async () => {
    const { services } = server
    const rounds = fc.sample(anyRound, { seed: SEED, numRuns: ROUNDS })
    const pictures = fc.sample(anyPicture, { seed: SEED, numRuns: CASES })
    const found = { boy: 0, girl: 0, guest: 0, refused: 0, cached: 0, covers: 0 }
    const run = vi.spyOn(services.engine, 'run')
    for (const [round, wanted] of rounds.entries()) {
      await births.setRound(wanted)
      for (const { reader, clauses, form, onBoard, ...more } of pictures.filter((_, at) => at % ROUNDS === round)) {
        const isGuest = reader === GUEST
        const subject = await subjectOf(reader, clauses)
        const chart = await findChart(services.db, births.charts[form] ?? 0)
        // no account any more: there is nobody to draw for
        if (!subject || !chart) continue
        const onDashboard = { id: births.board, extraFormData: {}, labelColors: {}, colorScheme: undefined }
        // guests see charts only on their dashboards
        const isOnBoard = isGuest || onBoard
        const fromCache = more.fromCache && !isGuest
        const wishes = { size: SIZE, format: 'svg' as const, fromCache, ...(isOnBoard && { dashboard: onDashboard }) }
        run.mockClear()
        const place = isOnBoard ? { kind: 'Dashboard', id: births.board } : { kind: 'Chart', id: chart.id }
        const drawn = await services
          .can(subject, 'read', place as Parameters<typeof services.can>[2])
          .then(() => drawnChart(services, chart, subject, wishes))
          .catch((error: unknown) => {
            if (error instanceof AppError) return undefined
            throw error
          })
        const cover = fromCache && isOnBoard ? await coverOf(subject, place) : { texts: '' }
        const text = (drawn?.picture.toString() ?? '') + cover.texts
        if (drawn === undefined) found.refused++
        if (fromCache) {
          expect(run).not.toHaveBeenCalled()
          if (drawn) found.cached++
          if (cover.picture) found.covers++
        }
        const ruled = clauses.flatMap((at) => RULES[at] ?? []).map(({ hidden }) => hidden)
        for (const hidden of isGuest ? ruled : births.hiddenFrom(reader, wanted)) expect(text).not.toMatch(hidden)
        if (/\bboy\b/.test(text)) found.boy++
        if (/\bgirl\b/.test(text)) found.girl++
        if (isGuest && /\b(boy|girl|CA|NY)\b/.test(text)) found.guest++
      }
    }
    // pictures did contain rows, so a hidden one would have been found
    expect(Math.min(found.boy, found.girl)).toBeGreaterThan(CASES / 20)
    expect(Math.min(found.guest, found.cached, found.covers)).toBeGreaterThan(0)
    if (process.env.REPORT_RIGHTS_RUNS) process.stdout.write(`${JSON.stringify(found)}\n`)
  }, 240_000)
})
