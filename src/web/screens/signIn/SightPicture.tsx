import { useIntl } from 'react-intl'
import { defineTexts, useText } from '../../ui/text.ts'
import { carbonDioxide, firstMonth } from './carbonDioxide.ts'
import css from './SightPicture.module.css'

const texts = defineTexts('sight', {
  title: 'CO₂ at Mauna Loa, ppm',
  subtitle: 'Monthly mean, 1958 to 2020 · Scripps CO₂ Program',
})

const center = { x: 360, y: -60 }
const radius = 560
const degrees = Math.PI / 180
/** The arc of a sextant spans a sixth of the circle to each side; the arm points slightly past the middle. */
const span = 60
const armAngle = 13.6

/** A point at a distance from the center of the arc; angles start straight down and increase to the right. */
function at(angle: number, distance: number) {
  return {
    x: (center.x + Math.sin(angle * degrees) * distance).toFixed(1),
    y: (center.y + Math.cos(angle * degrees) * distance).toFixed(1),
  }
}

const ticks = Array.from({ length: 45 }, (_, index) => {
  const angle = -span + (index * 2 * span) / 44
  const outer = at(angle, radius)
  const inner = at(angle, radius - (index % 5 === 2 ? 32 : 15))
  return `M${outer.x} ${outer.y}L${inner.x} ${inner.y}`
}).join('')

/** The arc, its arm, and the value it shows: decoration next to the form. */
export function SightPicture() {
  const start = at(-span, radius)
  const end = at(span, radius)
  const reading = at(armAngle, radius)
  return (
    <div className={css.picture} aria-hidden="true">
      <svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" fill="none" strokeLinecap="round">
        <g stroke="var(--border-2)">
          <path d={`M${start.x} ${start.y}A${radius} ${radius} 0 0 0 ${end.x} ${end.y}`} strokeWidth="1.5" />
          <path d={ticks} />
        </g>
        <path d={`M${center.x} ${center.y}L${reading.x} ${reading.y}`} stroke="var(--accent)" strokeWidth="1.5" />
        <circle cx={reading.x} cy={reading.y} r="5" fill="var(--accent)" stroke="var(--canvas)" strokeWidth="3" />
      </svg>
      <CarbonDioxideCard />
    </div>
  )
}

const plot = { width: 412, height: 180, low: 300, high: 420 }
const monthsShown = carbonDioxide.length

const line = carbonDioxide
  .map((value, month) => {
    if (value === null) return ''
    const x = (month / (monthsShown - 1)) * plot.width
    const y = plot.height - ((value - plot.low) / (plot.high - plot.low)) * plot.height
    return `${month === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
  })
  .join('')

const gridValues = [300, 330, 360, 390, 420]
const labelledYears = [1968, 1978, 1988, 1998, 2008, 2018]

function CarbonDioxideCard() {
  const t = useText()
  const { formatNumber } = useIntl()
  return (
    <div className={css.card}>
      <div className={css.head}>
        <b>{t(texts.title)}</b>
        <b>{formatNumber(carbonDioxide.at(-1) ?? 0, { minimumFractionDigits: 1 })}</b>
      </div>
      <p className={css.subtitle}>{t(texts.subtitle)}</p>
      <svg viewBox="0 0 448 210" className={css.plot}>
        <g transform="translate(30 8)">
          {gridValues.map((value) => {
            const y = plot.height - ((value - plot.low) / (plot.high - plot.low)) * plot.height
            const color = value === plot.low ? 'var(--chart-axis)' : 'var(--chart-grid)'
            return (
              <g key={value}>
                <path d={`M0 ${y}H${plot.width}`} stroke={color} />
                <text x="-8" y={y} textAnchor="end" dominantBaseline="central">
                  {value}
                </text>
              </g>
            )
          })}
          {labelledYears.map((year) => (
            <text
              key={year}
              x={(((year - firstMonth.year) * 12) / monthsShown) * plot.width}
              y={plot.height + 14}
              textAnchor="middle"
            >
              {year}
            </text>
          ))}
          <path d={line} fill="none" stroke="var(--cat-1)" strokeWidth="1.5" strokeLinejoin="round" />
        </g>
      </svg>
    </div>
  )
}
