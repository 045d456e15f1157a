import type { ECharts } from 'echarts/core'

/**
 * Computes the next rendering in one frame and paints it in the following one, because both take long for many marks.
 * ECharts requests two paintings in the frame in which it computes a rendering (the first of them while the update
 * counts as pending), so all requests of that frame are postponed.
 */
export function paintInOwnTask(instance: ECharts): void {
  const zr = instance.getZr()
  const { painter } = zr
  const { refresh } = painter
  const wait = () => {
    // zrender considers the frame painted when this returns; the microtask runs after all other work of the frame
    queueMicrotask(() => {
      if (painter.refresh !== wait) return
      painter.refresh = refresh
      zr.refresh()
    })
  }
  painter.refresh = wait
}
