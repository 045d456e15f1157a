import type { Shows } from '../../charts/shared/contract.ts'
import css from './FirstFrame.module.css'

/**
 * A placeholder for a chart that was never drawn. The image of a dashboard is taken when no `data-first-frame` is left.
 */
export function FirstFrame({ shows }: { shows: Shows }) {
  if (shows === 'figure') return <div className={css.bigFrame} data-first-frame="" />
  if (shows === 'rows') {
    return (
      <div className={css.tableFrame} data-first-frame="">
        {[72, 88, 64, 80].map((width) => (
          <i key={width} style={{ width: `${width}%` }} />
        ))}
      </div>
    )
  }
  return (
    <div className={css.frame} data-first-frame="">
      <div className={css.labels}>
        <i />
        <i />
        <i />
        <i />
      </div>
      <i />
    </div>
  )
}
