import type { Shows } from '../../charts/shared/contract.ts'
import css from './FirstFrame.module.css'

/** A placeholder for a plot that was never drawn; `data-first-frame` marks it for code that waits for it. */
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
