import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefCallback, useCallback, useState } from 'react'
import { hasFlag } from '../api/bootstrap.ts'
import { type CoverRequest, coverQuery } from '../api/covers.ts'
import { classes } from '../ui/classes.ts'
import { useTheme } from '../ui/theme.ts'
import css from './DataCover.module.css'

/** Covers this close to the visible area are loaded, in pixels. */
const MARGIN_PX = 160

interface DataCoverProps extends Omit<CoverRequest, 'theme'> {
  /** of the chart or dashboard */
  name: string
  /** the schematic drawing, which remains if there is no picture */
  children: ReactNode
}

/**
 * A cover drawn from the chart's or dashboard's own data, if the server has it cached. It is loaded when it becomes
 * visible, and covers the schematic drawing.
 */
export function DataCover({ kind, id, isSmall, name, children }: DataCoverProps) {
  const [ref, isSeen] = useSeen()
  const theme = useTheme()
  const { data } = useQuery({
    ...coverQuery({ kind, id, theme, isSmall }),
    enabled: isSeen && hasFlag('THUMBNAILS') && !savesData(),
  })
  return (
    <span ref={ref} className={css.frame}>
      {children}
      {data ? (
        <img
          key={data}
          className={classes(css.picture, kind === 'dashboard' && !isSmall && css.page)}
          src={data}
          alt={name}
          draggable={false}
        />
      ) : null}
    </span>
  )
}

/** Whether the user has configured the browser to save data. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Whether an element has been visible, or nearly visible. */
function useSeen(): [RefCallback<HTMLElement>, boolean] {
  const [isSeen, setSeen] = useState(false)
  const ref = useCallback((element: HTMLElement) => {
    const observer = new IntersectionObserver(
      (entries, own) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setSeen(true)
        own.disconnect()
      },
      { rootMargin: `${MARGIN_PX}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref as RefCallback<HTMLElement>, isSeen]
}
