import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { inlineKey, inlineSign } from '../../ui/direction.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './Resizable.module.css'

const texts = defineTexts('control.resizable', { grip: 'Resize with the arrow keys' })

/** minimum size in px */
const least = { width: 320, height: 240 }
const stepPx = 16
/** height of an editor in px without its SQL */
const aroundSqlPx = 210

interface Size {
  width: number
  height: number
}

/**
 * An editor that is resized with a grip at its corner, by dragging or with the arrow keys. At first it is as high as
 * its content.
 */
export function Resizable({ width, children }: { width: number; children: ReactNode }) {
  const t = useText()
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>()

  function resize(next: Size) {
    setSize({ width: Math.max(least.width, next.width), height: Math.max(least.height, next.height) })
  }

  const current = (): Size =>
    size ?? { width: frame.current?.offsetWidth ?? width, height: frame.current?.offsetHeight ?? 0 }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    event.preventDefault()
    const grip = event.currentTarget
    const from = { x: event.clientX, y: event.clientY, ...current() }
    grip.setPointerCapture(event.pointerId)
    const move = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
      resize({ width: from.width + (clientX - from.x) * inlineSign(), height: from.height + clientY - from.y })
    grip.addEventListener('pointermove', move)
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', move), { once: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, [x: number, y: number]> = {
      ArrowLeft: [-stepPx, 0],
      ArrowRight: [stepPx, 0],
      ArrowUp: [0, -stepPx],
      ArrowDown: [0, stepPx],
    }
    const step = steps[inlineKey(event.key)]
    if (step === undefined) return
    event.preventDefault()
    const { width: wide, height: high } = current()
    resize({ width: wide + step[0], height: high + step[1] })
  }

  const style: CSSProperties & Record<'--sql-height', string | undefined> = {
    width: size?.width ?? width,
    height: size?.height,
    '--sql-height': size && `${Math.max(96, size.height - aroundSqlPx)}px`,
  }
  return (
    <div ref={frame} className={css.frame} style={style}>
      {children}
      <button
        type="button"
        className={css.grip}
        aria-label={t(texts.grip)}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
