import { openFormData } from '../../../../charts/index.ts'

/**
 * Fetches the code that draws these charts while their data are on the way, so that neither waits for the other. A chunk
 * that fails here is asked for again by the chart that needs it.
 */
export function preloadCharts(formDatas: Record<string, unknown>[]): void {
  for (const saved of formDatas) {
    const opened = openFormData(saved)
    if (opened) preload(opened).catch(() => undefined)
  }
}

async function preload({ chart, formData }: NonNullable<ReturnType<typeof openFormData>>): Promise<void> {
  if (chart.draw.with === 'react') {
    await chart.draw.component()
    return
  }
  const [{ drawing }] = await Promise.all([chart.draw.drawing(), import('../../../chart/EChartsView.tsx')])
  await drawing.register(formData)
}
