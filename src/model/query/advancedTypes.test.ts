import { describe, expect, it } from 'vitest'
import { convertAdvanced } from './advancedTypes.ts'

const convert = (name: string, ...values: (string | number)[]) => {
  const {
    values: found,
    display_value,
    error_message,
  } = convertAdvanced(name, values) ?? {
    values: [],
    display_value: 'no such type',
    error_message: '',
  }
  return error_message === '' ? [found, display_value] : error_message
}

describe('advanced data types', () => {
  it.each([
    ['internet_address', '192.168.0.1', [[3232235521n], '3232235521']],
    ['internet_address', '192.168.0.0/24', [[{ start: 3232235520n, end: 3232235775n }], '3232235520 - 3232235775']],
    ['internet_address', '10.0.0.7/32', [[167772167n], '167772167']],
    ['internet_address', '3232235521', [[3232235521n], '3232235521']],
    ['internet_address', '::1', [[1n], '1']],
    ['internet_address', '::ffff:1.2.3.4', [[281470698652420n], '281470698652420']],
    ['internet_address', '2001:db8::/127', [expect.any(Array), expect.stringMatching(/^\d+ - \d+$/)]],
    ['internet_address', '192.168.0.1/24', '192.168.0.1/24 has host bits set'],
    ['internet_address', '1.2.3', "'1.2.3' does not appear to be an IPv4 or IPv6 network"],
    ['internet_address', '1.2.3.256', "'1.2.3.256' does not appear to be an IPv4 or IPv6 network"],
    ['internet_address', '1.2.3.4/33', "'1.2.3.4/33' does not appear to be an IPv4 or IPv6 network"],
    ['internet_address', '1::2::3', "'1::2::3' does not appear to be an IPv4 or IPv6 network"],
    ['port', 'HTTP', [[[80n]], '[80]']],
    ['port', '65535', [[[65535n]], '[65535]']],
    ['port', '65536', "'65536' does not appear to be a port name or number"],
    ['port', 'toString', "'toString' does not appear to be a port name or number"],
  ])('%s %s', (name, value, expected) => {
    expect(convert(name, value)).toEqual(expected)
  })

  it('are accepted only if all of them are understood', () => {
    expect(convert('port', 80, 'ssh')).toEqual([[[80n], [22n]], '[80], [22]'])
    expect(convert('port', 80, 'x')).toBe("'x' does not appear to be a port name or number")
    expect(convertAdvanced('__proto__', ['1'])).toBeUndefined()
  })
})
