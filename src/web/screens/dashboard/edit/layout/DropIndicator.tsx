import { useEffect, useRef } from 'react'
import { classes } from '../../../../ui/classes.ts'
import { useEdit, useEditor } from '../editStore.ts'
import css from './DropIndicator.module.css'
import { shapeOf } from './geometry.ts'

/** The line or area where the moved component will be placed; follows the page while it scrolls. */
export function DropIndicator() {
  const editor = useEditor()
  const lifted = useEdit((state) => state.lifted)
  const ref = useRef<HTMLDivElement>(null)
  const candidate = lifted?.at === undefined ? undefined : lifted.candidates[lifted.at]

  useEffect(() => {
    if (!candidate) return
    let frame = 0
    const follow = () => {
      const shape = shapeOf(candidate.place, editor.position())
      const element = ref.current
      if (element) {
        element.hidden = !shape
        if (shape) {
          element.dataset['kind'] = shape.kind
          element.style.transform = `translate(${shape.left}px, ${shape.top}px)`
          element.style.width = `${shape.width}px`
          element.style.height = `${shape.height}px`
        }
      }
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [candidate, editor])

  if (!candidate) return null
  return (
    <div ref={ref} className={classes(css.place, !candidate.edit.ok && css.refused)} data-drop-indicator="">
      {candidate.edit.ok ? null : <span className={css.reason}>{candidate.edit.error.message}</span>}
    </div>
  )
}
