import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadExamples } from '../../charts/examples.ts'
import { charts } from '../../charts/index.ts'
import { noDatasource } from '../../charts/shared/noDatasource.ts'
import { pictureTexts } from './drawn/pictureTexts.ts'
import type { ChartOrder, PictureRequest } from './protocol.ts'
import { createRenderer, type Renderer } from './renderer.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-pictures-'))
const faults: string[] = []
const onFault = (message: string) => void faults.push(message)
let renderer: Renderer

beforeAll(() => {
  renderer = createRenderer({ folder, onFault })
})
afterAll(() => {
  renderer.close()
  rmSync(folder, { recursive: true, force: true })
})

const drawn = charts.filter(({ filtersDashboard }) => !filtersDashboard)
const french = pictureTexts('fr').translate('Not complete')
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

async function exampleOf(
  folderName: string,
  more: Partial<ChartOrder> = {},
): Promise<PictureRequest & { kind: 'chart' }> {
  const type = charts.find(({ folder: own }) => own === folderName)!
  const [example] = await loadExamples(type)
  return {
    kind: 'chart',
    order: {
      type,
      formData: example!.form,
      datasource: noDatasource,
      size: { width: 480, height: 320 },
      edge: { top: 12, bottom: 12, side: 12 },
      isTrimmed: false,
      mode: 'light',
      now: Date.UTC(2024, 5, 1),
      ...more,
    },
    results: example!.data.map((data) => Buffer.from(JSON.stringify(data))),
    format: 'svg',
    zoom: 1,
  }
}
const textsOf = (svg: Buffer) => [...svg.toString().matchAll(/>([^<>]+)</g)].map(([, text]) => text)

describe('pictures of charts', () => {
  it.each(drawn.map(({ folder: name }) => [name]))(
    '%s is drawn with its texts, in both themes',
    async (name) => {
      const light = await renderer.draw(await exampleOf(name))
      const dark = await renderer.draw(await exampleOf(name, { mode: 'dark' }))
      expect(textsOf(light).length).toBeGreaterThan(0)
      expect(light.toString()).not.toMatch(/NaN|undefined|Infinity/)
      expect(dark.toString()).toContain('fill="#15191a"')
      expect(dark.equals(light)).toBe(false)
      const png = await renderer.draw({ ...(await exampleOf(name)), format: 'png' })
      expect(png.subarray(0, 4)).toEqual(PNG)
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([480, 320])
      expect(faults).toEqual([])
    },
    120_000,
  )

  it('tables show how many rows they omit, and are not higher than their rows', async () => {
    const table = await exampleOf('table', { size: { width: 480, height: 120 } })
    expect(textsOf(await renderer.draw(table))).toContain('The first 1 of 4 rows')
    const german = await exampleOf('table', { size: { width: 480, height: 120 }, language: 'de' })
    expect(textsOf(await renderer.draw(german))).toContain('Die ersten 1 von 4 Zeilen')
    const high = await exampleOf('table', { size: { width: 480, height: 900 }, isTrimmed: true })
    expect((await renderer.draw(high)).toString()).toContain(`height="${32 + 28 * 4 + 24}"`)
  })

  it('a result without rows is reported as such', async () => {
    const request = await exampleOf('line')
    const [first] = request.results
    const empty = { ...JSON.parse(first!.toString()), rowcount: 0 }
    expect(textsOf(await renderer.draw({ ...request, results: [Buffer.from(JSON.stringify(empty))] }))).toEqual([
      'No data',
    ])
  })

  it.each([
    ['de', 'Keine Daten'],
    ['ja', 'データなし'],
    ['../../de', 'No data'],
  ])('is in the language of its reader: %s', async (language, text) => {
    const pie = await exampleOf('pie', { language })
    const none = { ...JSON.parse(pie.results[0]?.toString() ?? ''), rowcount: 0 }
    const picture = await renderer.draw({ ...pie, results: [Buffer.from(JSON.stringify(none))] })
    expect(textsOf(picture)).toEqual([text])
  })

  it('a number of an unfinished period is marked in the language of its reader', async () => {
    const now = Date.UTC(2024, 5, 1)
    const number = await exampleOf('bigNumber', { language: 'fr' })
    const { order } = number
    const formData = { ...order.formData, x_axis: 't', metric: 'm', time_grain_sqla: 'P1M', show_timestamp: true }
    const data = {
      ...JSON.parse(number.results[0]?.toString() ?? ''),
      rowcount: 2,
      colnames: ['t', 'm'],
      coltypes: [2, 0],
    }
    const results = [
      {
        ...data,
        columns: [
          [Date.UTC(2024, 4, 1), now],
          [1, 2],
        ],
      },
    ]
    const request = { ...number, order: { ...order, formData, now: now + 1000 } }
    const picture = await renderer.draw({ ...request, results: results.map((one) => Buffer.from(JSON.stringify(one))) })
    expect(textsOf(picture).join('|')).toContain(french)
    expect(textsOf(picture).join('|')).toContain('juin 2024')
  })

  it('special characters in values do not break the picture', async () => {
    const request = await exampleOf('table')
    const data = JSON.parse(request.results[0]!.toString())
    data.columns[0][0] = '<script>&"\u0001</svg>'
    const svg = (await renderer.draw({ ...request, results: [Buffer.from(JSON.stringify(data))] })).toString()
    expect(svg).toContain('&lt;script&gt;&amp;')
    expect(svg).not.toContain('<script>')
    expect(svg.match(/<\/svg>/g)).toHaveLength(2)
  })

  it.each([
    ['an image', (file: string) => `<image href="${file}" width="480" height="320"/>`],
    [
      'an image of other prefixes',
      (file: string) =>
        `<q:image xmlns:q="http://www.w3.org/2000/svg" xmlns:r="http://www.w3.org/1999/xlink" r:href = '${file}' width="480" height="320"/>`,
    ],
    [
      'a filter',
      (file: string) =>
        `<filter id="f" x="0" y="0" width="1" height="1"><feImage href="${file}"/></filter><rect width="480" height="320" filter="url(#f)"/>`,
    ],
  ])('%s in the text of a color opens no file', async (_, element) => {
    const request = { ...(await exampleOf('pie')), format: 'png' as const }
    const file = join(folder, 'other.png')
    writeFileSync(file, await renderer.draw(request))
    const drawnWith = (path: string) => {
      const color = `red"/>${element(path)}<path d="`
      const labelColors = Object.fromEntries(['Coffee', 'Tea', 'Juice'].map((label) => [label, color]))
      return renderer.draw({ ...request, order: { ...request.order, labelColors } })
    }
    expect((await drawnWith(file)).equals(await drawnWith(`${file}.missing`))).toBe(true)
  })
})

describe('the process that draws', () => {
  it('is replaced if a picture takes too long, or too much memory', async () => {
    const slow = createRenderer({ folder, timeoutMs: 1, onFault })
    const request = await exampleOf('line', { size: { width: 2000, height: 2000 } })
    // the first picture may also wait for the process to start
    await slow.draw(request)
    await expect(slow.draw({ ...request, format: 'png', zoom: 2 })).rejects.toThrow(/takes too long/)
    await slow.draw(request)
    slow.close()
    const small = createRenderer({ folder, memoryLimitMb: 1, onFault })
    await expect(small.draw(request)).rejects.toThrow(/too much memory/)
    small.close()
  }, 240_000)

  it('does not draw what is no longer requested', async () => {
    const stop = new AbortController()
    const request = await exampleOf('line')
    const first = renderer.draw(request)
    const second = renderer.draw(request, { signal: stop.signal })
    stop.abort()
    await expect(second).rejects.toThrow(/cancelled/)
    expect((await first).length).toBeGreaterThan(0)
  })

  it('draws one picture of a user before the hundredth of another', async () => {
    const request = await exampleOf('line')
    const order: string[] = []
    const draw = (reader: number, name: string) => renderer.draw(request, { reader }).then(() => order.push(name))
    await Promise.all([...['a', 'b', 'c', 'd'].map((name) => draw(1, name)), draw(2, 'other')])
    expect(order.indexOf('other')).toBeLessThan(3)
    const many = Array.from({ length: 202 }, () => renderer.draw(request, { reader: 1 }))
    await expect(many.at(-1)).rejects.toThrow('Too many images')
    expect((await renderer.draw(request, { reader: 2 })).length).toBeGreaterThan(0)
    await Promise.allSettled(many)
  }, 120_000)

  it('logs what it cannot read, and does not show it to users', async () => {
    const own: string[] = []
    const other = createRenderer({ folder, onFault: (message) => void own.push(message) })
    const request = await exampleOf('line')
    await expect(other.draw({ ...request, results: [Buffer.from('{')] })).rejects.toThrow(
      'The image could not be drawn.',
    )
    expect(own.join()).toContain('JSON')
    other.close()
  }, 120_000)
})
