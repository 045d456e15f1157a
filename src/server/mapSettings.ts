import { z } from 'zod'
import { ConfigError } from './configError.ts'

/** Settings for base maps of other servers. Their texts are rows of the table in docs/configuration.md. */

const styleAddress = z.url({ protocol: /^https?$/ })

/** `https://tiles.example.org`, `https://*.example.org` */
const isOrigin = (text: string) => /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/i.test(text)

export const mapSettings = {
  SEXTANT_MAP_STYLE: {
    about:
      'Address of a MapLibre style that maps drawn with WebGL show below their data (docs/maps.md). Default: land and borders of the product, without any request to other servers.',
    read: styleAddress.optional(),
  },
  SEXTANT_MAP_STYLE_DARK: {
    about: 'The style of dark maps. Default: SEXTANT_MAP_STYLE.',
    read: styleAddress.optional(),
  },
  SEXTANT_MAP_HOSTS: {
    about:
      'Further hosts from which these styles load tiles, glyphs and icons, separated by commas: `https://tiles.example.org`. Browsers reach no others.',
    read: z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((part) => part.trim().replace(/\/$/, ''))
          .filter(Boolean),
      )
      .refine((hosts) => hosts.every(isOrigin), 'addresses such as https://tiles.example.org, separated by commas')
      .optional(),
  },
}

type Values = { [Name in keyof typeof mapSettings]: z.output<(typeof mapSettings)[Name]['read']> }

export interface MapConfig {
  /** Addresses of styles. */
  light: string
  dark: string
  /** The origins from which browsers may load styles and tiles. */
  origins: string[]
}

/** undefined: maps show the land and borders that are part of the product. */
export function mapConfig(values: Values): MapConfig | undefined {
  const { SEXTANT_MAP_STYLE: light, SEXTANT_MAP_STYLE_DARK: dark = light, SEXTANT_MAP_HOSTS: hosts = [] } = values
  if (light === undefined || dark === undefined) {
    if (dark !== undefined || hosts.length > 0)
      throw new ConfigError('SEXTANT_MAP_STYLE_DARK and SEXTANT_MAP_HOSTS need SEXTANT_MAP_STYLE.')
    return undefined
  }
  return { light, dark, origins: [...new Set([new URL(light).origin, new URL(dark).origin, ...hosts])] }
}
