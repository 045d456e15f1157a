import type { ComponentType } from 'react'
import { loadDrawing, loadView } from '../../charts/drawn.ts'
import type { DrawingModule, ShownType, ViewModule } from '../../charts/shared/contract.ts'
import type { DrawnProps } from './drawnProps.ts'

/** How a type is drawn, and the rows of "View as table" if it has its own. */
interface Drawn extends Pick<ViewModule, 'rowsOf'>, Pick<DrawingModule['drawing'], 'sources'> {
  Component: ComponentType<DrawnProps>
}

const loading = new Map<string, Promise<Drawn>>()
const loaded = new Map<string, Drawn>()

export function loadDrawn(type: ShownType): Promise<Drawn> {
  const known = loading.get(type.folder)
  if (known) return known
  const promise = importDrawn(type).then((drawn) => {
    loaded.set(type.folder, drawn)
    return drawn
  })
  // a chunk that failed to load is requested again at the next attempt
  promise.catch(() => loading.delete(type.folder))
  loading.set(type.folder, promise)
  return promise
}

async function importDrawn({ drawnWith, folder }: ShownType): Promise<Drawn> {
  if (drawnWith === 'react') {
    const { default: Component, rowsOf, sources } = await loadView(folder)
    return { Component, rowsOf, sources }
  }
  const [{ EChartsView }, { drawing }] = await Promise.all([import('./EChartsView.tsx'), loadDrawing(folder)])
  return { Component: (props) => EChartsView({ ...props, drawing }), rowsOf: drawing.rowsOf, sources: drawing.sources }
}

/** How a type is drawn, if its code has loaded. */
export const drawnOf = (type: ShownType): Drawn | undefined => loaded.get(type.folder)

/** Starts loading the code of a chart while its data is being loaded. */
export function preloadChart(type: ShownType, formData: Record<string, unknown>): void {
  // an error is shown when the chart is drawn
  void loadDrawn(type).catch(() => undefined)
  if (type.drawnWith !== 'echarts') return
  void loadDrawing(type.folder)
    .then(({ drawing }) => drawing.register(formData))
    .catch(() => undefined)
}
