import css from './FirstFrame.module.css'

/** A quiet frame in the place of a plot that has never been drawn. */
export function FirstFrame({ vizType }: { vizType: string }) {
  if (vizType.startsWith('big_number')) return <div className={css.bigFrame} />
  if (vizType === 'table') {
    return (
      <div className={css.tableFrame}>
        {[72, 88, 64, 80].map((width) => (
          <i key={width} style={{ width: `${width}%` }} />
        ))}
      </div>
    )
  }
  return (
    <div className={css.frame}>
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
