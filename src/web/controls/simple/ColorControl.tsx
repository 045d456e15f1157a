import { useId, useState } from 'react'
import { channels } from '../../../charts/shared/color/contrast.ts'
import { categoricalColors } from '../../../charts/shared/color/index.ts'
import { Slider } from '../../ui/Slider.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import css from './Simple.module.css'

interface Rgba {
  r: number
  g: number
  b: number
  a: number
}

const texts = defineTexts('control.color', {
  opacity: 'Opacity of {label}',
  code: 'Hex or RGB of {label}',
  invalid: 'Invalid color',
})

const standard: Rgba = { r: 0, g: 122, b: 135, a: 1 }

/** A color: a preset or a custom one, with an opacity if the kind of control has one. */
export function ColorControl({ control, value, onChange, errors }: ControlProps) {
  const id = useId()
  const t = useText()
  const [opacity, setOpacity] = useState<number>()
  const [typed, setTyped] = useState<string>()
  const color = {
    ...standard,
    ...(control.default as Partial<Rgba> | undefined),
    ...(value as Partial<Rgba> | undefined),
  }
  const hex = hexOf(color)
  const isInvalid = typed !== undefined && rgbIn(typed) === undefined

  function type(text: string) {
    setTyped(text)
    const rgb = rgbIn(text)
    if (rgb) onChange({ ...rgb, a: color.a })
  }
  return (
    <ControlField control={control} errors={isInvalid ? [...errors, t(texts.invalid)] : errors} htmlFor={id}>
      <div className={css.colors}>
        <input
          id={id}
          type="color"
          className={css.color}
          value={hex}
          onChange={(event) => onChange({ ...rgbOf(event.target.value), a: color.a })}
        />
        {categoricalColors('sextant')
          .slice(0, 7)
          .map((preset) => (
            <button
              key={preset}
              type="button"
              className={css.preset}
              aria-label={preset}
              aria-pressed={preset.toLowerCase() === hex}
              onClick={() => onChange({ ...rgbOf(preset), a: color.a })}
            >
              <svg viewBox="0 0 1 1" aria-hidden="true">
                <rect width="1" height="1" fill={preset} />
              </svg>
            </button>
          ))}
      </div>
      <TextField
        hideLabel
        className={css.code}
        label={t(texts.code, { label: control.label })}
        error={isInvalid ? t(texts.invalid) : undefined}
        value={typed ?? hex}
        onChange={type}
        // an unfinished text is not a color
        onBlur={() => setTyped(undefined)}
      />
      {control.kind === 'alphaColor' ? (
        <div className={css.slider}>
          <Slider
            labels={[t(texts.opacity, { label: control.label })]}
            value={[opacity ?? color.a]}
            min={0}
            max={1}
            step={0.05}
            onChange={([next]) => setOpacity(next)}
            onCommit={([next]) => {
              setOpacity(undefined)
              onChange({ ...color, a: next ?? 1 })
            }}
          />
          <output>{Math.round((opacity ?? color.a) * 100)}%</output>
        </div>
      ) : null}
    </ControlField>
  )
}

const two = (part: number) => Math.round(part).toString(16).padStart(2, '0')
const hexOf = ({ r, g, b }: Rgba) => `#${two(r)}${two(g)}${two(b)}`

/** The color of a typed #rgb, #rrggbb or rgb(); undefined if it is not a color. */
function rgbIn(text: string): Omit<Rgba, 'a'> | undefined {
  const parts = channels(text.trim())
  if (parts === undefined || parts.some((part) => part > 255)) return undefined
  const [r, g, b] = parts
  return { r, g, b }
}

function rgbOf(hex: string): Omit<Rgba, 'a'> {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return { r: part(1), g: part(3), b: part(5) }
}
