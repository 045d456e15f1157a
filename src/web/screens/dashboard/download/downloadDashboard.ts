import { chartsIn } from '../../../../model/dashboard/layout.ts'
import { groundOf } from '../../../ui/paint/groundOf.ts'
import { paintElement, paintScale } from '../../../ui/paint/paintElement.ts'
import { pdfFile } from '../../../ui/paint/pdfFile.ts'
import { saveFile } from '../../../ui/saveFile.ts'
import type { Session } from '../state/session.ts'

/** Maximum time in ms to wait for charts that were not visible yet. */
const patienceMs = 60_000
/** Time in ms to wait for the end of the animation when a chart is first drawn. */
const drawingMs = 800
const margin = 16
const headingHeight = 44

export type DashboardFile = 'pdf' | 'jpg'

/** Thrown if the open tab of a dashboard is larger than a readable image can be. */
export class TooLargeForImage extends Error {}

/** Saves the open tab of a dashboard, below its title. Returns the names of the charts that could not be copied. */
export async function downloadDashboard(session: Session, title: string, kind: DashboardFile): Promise<string[]> {
  const content = document.querySelector<HTMLElement>('[data-dashboard-content]')
  if (!content) throw new Error('no dashboard is open')
  const hide = await showAll(session, content)
  try {
    const [width, height] = [content.offsetWidth + 2 * margin, content.offsetHeight + headingHeight + margin]
    const scale = paintScale(width, height)
    // the text would not be readable
    if (scale < 0.5) throw new TooLargeForImage()
    const ground = groundOf(content)
    const { canvas, left } = await paintElement(content, scale, ground)
    const sheet = document.createElement('canvas')
    sheet.width = Math.ceil(width * scale)
    sheet.height = Math.ceil(height * scale)
    const context = sheet.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.scale(scale, scale)
    context.fillStyle = ground
    context.fillRect(0, 0, width, height)
    const { color, fontFamily } = getComputedStyle(content)
    context.fillStyle = color
    context.font = `600 18px ${fontFamily}`
    context.fillText(title, margin, 30, width - 2 * margin)
    context.drawImage(canvas, margin, headingHeight, content.offsetWidth, content.offsetHeight)
    const jpeg = await jpegOf(sheet)
    if (kind === 'jpg') saveFile(jpeg, title, 'jpg')
    else {
      const bytes = new Uint8Array(await jpeg.arrayBuffer())
      saveFile(new Blob([pdfFile(bytes, sheet, { width, height })], { type: 'application/pdf' }), title, 'pdf')
    }
    return namesOf(left)
  } finally {
    hide()
  }
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the image is empty'))), 'image/jpeg', 0.92)
  })
}

/** The names of the tiles that contain these elements, without duplicates. */
const namesOf = (elements: readonly Element[]) => [
  ...new Set(elements.flatMap((element) => element.closest('[data-chart-id]')?.getAttribute('aria-label') ?? [])),
]

/** Loads and draws the charts of the open tab that were not visible yet. Returns a function that undoes this. */
async function showAll({ store, loader }: Session, content: HTMLElement): Promise<() => void> {
  const known = new Set(chartsIn(store.getState().layout.root))
  const tiles = [...content.querySelectorAll<HTMLElement>('[data-chart-id]')]
  const ids = tiles.map((tile) => Number(tile.dataset['chartId'])).filter((id) => known.has(id))
  const hidden = ids.filter((id) => store.getState().runs[id] === undefined)
  loader.setVisible(new Map(hidden.map((id) => [id, true])))
  const until = Date.now() + patienceMs
  const isBusy = () =>
    ids.some((id) => store.getState().runs[id]?.phase === 'loading') ||
    content.querySelector('[data-first-frame]') !== null
  // maps wait for each other: only a few have a graphics context at a time
  const isStarting = () => content.querySelector('[data-map="starting"]') !== null
  do await nextFrames()
  while (((hidden.length > 0 && isBusy()) || isStarting()) && Date.now() < until)
  if (hidden.length > 0) await new Promise((done) => setTimeout(done, drawingMs))
  return () => {
    const away = tiles.filter((tile) => !isInWindow(tile)).map((tile) => Number(tile.dataset['chartId']))
    loader.setVisible(new Map(hidden.filter((id) => away.includes(id)).map((id) => [id, false])))
  }
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Waits until everything that was rendered is drawn: two frames, or 100 ms, because a hidden page has no frames. */
const nextFrames = () =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, 100)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer)
        done()
      }),
    )
  })
