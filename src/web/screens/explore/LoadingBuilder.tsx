import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './LoadingBuilder.module.css'
import { Panes, startsWithSource } from './Panes.tsx'

/** Placeholder of the builder before its chart and dataset are known. */
export function LoadingBuilder() {
  const isSourceOpen = startsWithSource()
  return (
    <Panes
      isSourceOpen={isSourceOpen}
      source={isSourceOpen ? <SourceFrame /> : null}
      control={<ControlFrame />}
      chart={
        <div className={css.chart} aria-busy="true">
          <Skeleton height="auto" className={css.picture} />
        </div>
      }
    />
  )
}

function SourceFrame() {
  return (
    <div className={css.panel}>
      <Skeleton width="60%" height={16} />
      <Skeleton height={28} />
      {rows([40, 52, 46, 0, 36, 58, 44, 62, 50, 38, 56])}
    </div>
  )
}

function ControlFrame() {
  return (
    <div className={css.panel}>
      <Skeleton height={32} />
      {[0, 1, 2, 3, 4].map((control) => (
        <div key={control} className={css.field}>
          <Skeleton width="30%" height={10} />
          <Skeleton height={32} />
        </div>
      ))}
    </div>
  )
}

/** Placeholder lines with these widths in percent; 0 leaves a gap. */
const rows = (widths: number[]) =>
  widths.map((width, row) => <Skeleton key={`${row} ${width}`} width={`${width}%`} height={12} />)
