const two = (part: number) => String(Math.floor(part)).padStart(2, '0')

/** `HH:mm:ss.SS` */
export function clockText(ms: number): string {
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${two((ms % 1000) / 10)}`
}
