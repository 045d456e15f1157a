/**
 * Images that the server renders: one of each chart type, and a dashboard of twenty charts, with the memory of the
 * process.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadExamples } from '../src/charts/examples.ts'
import { charts } from '../src/charts/index.ts'
import { noDatasource } from '../src/charts/shared/noDatasource.ts'
import type { PictureRequest } from '../src/server/pictures/protocol.ts'
import { createRenderer, type Renderer } from '../src/server/pictures/renderer.ts'
import { quantile, timed } from './measure.ts'
import { residentMb } from './server.ts'

type ChartRequest = PictureRequest & { kind: 'chart' }

// maps are left out: they load the borders of all countries, and have no goal
const types = charts.filter(({ category, filtersDashboard }) => category !== 'Map' && !filtersDashboard)

async function requestOf(type: (typeof types)[number]): Promise<ChartRequest> {
  const [example] = await loadExamples(type)
  if (example === undefined) throw new Error(`${type.type} has no example`)
  return {
    kind: 'chart',
    order: {
      type,
      formData: example.form,
      datasource: noDatasource,
      size: { width: 620, height: 360 },
      edge: { top: 12, bottom: 12, side: 12 },
      isTrimmed: false,
      mode: 'light',
      now: 0,
    },
    results: example.data.map((data) => Buffer.from(JSON.stringify(data))),
    format: 'svg',
    zoom: 1,
  }
}

/** A dashboard with two charts in each row. */
function dashboardOf(svgs: Buffer[]): PictureRequest {
  const tiles = new Map(svgs.map((svg, at) => [at, { title: `Chart ${at}`, svg }]))
  const size = { width: 680, height: 380 }
  const bands = Array.from({ length: svgs.length / 2 }, (_, row) => {
    const y = row * 400
    const parts = [0, 1].map((at) => ({
      kind: 'chart' as const,
      chartId: row * 2 + at,
      title: undefined,
      x: at * 700,
      y,
      ...size,
    }))
    return { top: y, height: size.height, parts }
  })
  const order = { title: 'Dashboard', notes: [], mode: 'light' as const, width: 1400, bands }
  return { kind: 'dashboard', order, tiles, format: 'pdf', zoom: 1.5 }
}

type Report = (name: string, value: number, unit: string, goal: string) => void

export async function measurePictures(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-bench-pictures-'))
  const fault = (message: string) => {
    throw new Error(message)
  }
  const renderer = createRenderer({ folder, onFault: fault })
  try {
    const requests = await Promise.all(types.map(requestOf))
    const times = { svg: [] as number[], png: [] as number[] }
    for (const request of requests) {
      // the first drawing loads the code of the type
      await renderer.draw(request)
      for (const format of ['svg', 'png'] as const) {
        times[format].push(await timed(() => renderer.draw({ ...request, format })))
      }
    }
    report('picture of a chart, SVG, p50 of all types', quantile(times.svg, 0.5), 'ms', '<= 30')
    report('picture of a chart, PNG, p50 of all types', quantile(times.png, 0.5), 'ms', '<= 75')
    renderer.close()
    await measureDashboard(createRenderer({ folder, onFault: fault }), requests.slice(0, 20), report)
  } finally {
    renderer.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Needs a renderer that has not drawn yet, so that its memory is that of the charts of one dashboard. */
async function measureDashboard(renderer: Renderer, requests: ChartRequest[], report: Report): Promise<void> {
  try {
    const svgs: Buffer[] = []
    for (const request of requests) svgs.push(await renderer.draw(request))
    const dashboard = dashboardOf(svgs)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, childMb())
    }, 5)
    const ms = await timed(() => renderer.draw(dashboard))
    clearInterval(watch)
    report('20-chart dashboard as PDF, charts drawn', ms, 'ms', '<= 3000')
    report('20-chart dashboard as PDF: memory of the process', most, 'MB', '<= 150')
  } finally {
    renderer.close()
  }
}

/** Resident memory of the process that draws, in MB (Linux). */
function childMb(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const drawing = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pictureChild'))
  return residentMb(Number(drawing))
}
