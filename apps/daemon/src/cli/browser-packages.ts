/**
 * The browser from npm and all that it brings, as a lock file would have them: outside of ours on purpose, 60 MB that most people
 * do not need. Versions are asked for one by one, so that nothing newer comes in their place.
 */
export const BROWSER_NAME = '@sparticuz/chromium';

export const BROWSER_PACKAGES: readonly { name: string; version: string; integrity: string }[] = [
  {
    name: '@sparticuz/chromium',
    version: '153.0.0',
    integrity:
      'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
  },
  {
    name: 'b4a',
    version: '1.9.0',
    integrity:
      'sha512-dpfcF9fDNR6++cthXR67iyhgqWy9CBouAvIWhIntzBG6cvK/cnIPiZQjBwi/ZqjjBEDGfoNDtmB0kTjroOJ3pQ==',
  },
  {
    name: 'bare-buffer',
    version: '3.7.1',
    integrity:
      'sha512-cIjZnSO+y89ykVX9x96OVnA6tGORBn7vGJ/e3PCbBHMEyfMNG/ixzOS0lLa6saMlWcs69bSKjxFyDwjK152OMg==',
  },
  {
    name: 'bare-events',
    version: '2.9.2',
    integrity:
      'sha512-AIPKioV7/Y/8KfZ3AAhjPJxLLbY49S64Ym5DakZlUg75qQiTgUq9hEJoEwa4eUezPUlXRy/i5NpsKvo9jgKmoA==',
  },
  {
    name: 'bare-fs',
    version: '4.8.4',
    integrity:
      'sha512-MPC2eyrpbk3A873sK4y6rk+Iv4o2enxTjHZ8zH3HO0mjrpm5XjnguY2XmfidIsDV6vnjpbMBKUAJpV0ISD2SsQ==',
  },
  {
    name: 'bare-path',
    version: '3.1.3',
    integrity:
      'sha512-8r+FVU/o4zcFmpCDqbqAYhHHbtXPP+cyZKo7DRGRWc7OLlNs4TMaSQEpXL/sIdzyEG0M7RHw4B7xYMGrTc+qrg==',
  },
  {
    name: 'bare-stream',
    version: '2.13.4',
    integrity:
      'sha512-PcrQ8lVLbiJscNm1Kez+Yp4Gy4AHGcN1lzwjvf5NybWen7VvEgUfyfnXYJ2zNqWnzOfCb1Abq6lH8ti0syQszA==',
  },
  {
    name: 'bare-url',
    version: '2.5.8',
    integrity:
      'sha512-G5KTe5Bj6z5pqIxcn3lWlIFIv0rkXbccx0T0Xuf7t4RapfSWvFlcVbrwYXxFZ00PC4lp57OCIk6uXP/r3GbpDw==',
  },
  {
    name: 'end-of-stream',
    version: '1.4.5',
    integrity:
      'sha512-ooEGc6HP26xXq/N+GCGOT0JKCLDGrq2bQUZrQ7gyrJiZANJ/8YDTxTpQBXGMn+WbIQXNVpyWymm7KYVICQnyOg==',
  },
  {
    name: 'events-universal',
    version: '1.0.1',
    integrity:
      'sha512-LUd5euvbMLpwOF8m6ivPCbhQeSiYVNb8Vs0fQ8QjXo0JTkEHpz8pxdQf0gStltaPpw0Cca8b39KxvK9cfKRiAw==',
  },
  {
    name: 'fast-fifo',
    version: '1.3.2',
    integrity:
      'sha512-/d9sfos4yxzpwkDkuN7k2SqFKtYNmCTzgfEpz82x34IM9/zc8KGxQoXg1liNC/izpRM/MBdt44Nmx41ZWqk+FQ==',
  },
  {
    name: 'once',
    version: '1.4.0',
    integrity:
      'sha512-lNaJgI+2Q5URQBkccEKHTQOPaXdUxnZZElQTZY0MFUAuaEqe1E+Nyvgdz/aIyNi6Z9MzO5dv1H8n58/GELp3+w==',
  },
  {
    name: 'pump',
    version: '3.0.4',
    integrity:
      'sha512-VS7sjc6KR7e1ukRFhQSY5LM2uBWAUPiOPa/A3mkKmiMwSmRFUITt0xuj+/lesgnCv+dPIEYlkzrcyXgquIHMcA==',
  },
  {
    name: 'streamx',
    version: '2.28.1',
    integrity:
      'sha512-zEzXb0s5Cds7tqMH6rhZ05lcJydCWiQPEwiNngVqzsxCc962vLY4Uw+mW7od8kDH258k2Uz/JrOkdIAAhSh9VA==',
  },
  {
    name: 'tar-fs',
    version: '3.1.3',
    integrity:
      'sha512-/hU4AXnIdZu+Gvl1pk0oI5f5HxWsCJRtY2aFaJdk9VvyL48DWU6iU5WAIPG+wIi1YvWA6eTJvIviP/tMAZZNwQ==',
  },
  {
    name: 'tar-stream',
    version: '3.2.2',
    integrity:
      'sha512-+8NeqHRjQWH9nYlwo2gamAMImZCVzI4UoEgDpWorBt9OEfppiZn+uSkskzQKPWIZyji/C8fpWO7u69G0DX0tbg==',
  },
  {
    name: 'teex',
    version: '1.0.1',
    integrity:
      'sha512-eYE6iEI62Ni1H8oIa7KlDU6uQBtqr4Eajni3wX7rpfXD8ysFx8z0+dri+KWEPWpBsxXfxu58x/0jvTVT1ekOSg==',
  },
  {
    name: 'text-decoder',
    version: '1.2.7',
    integrity:
      'sha512-vlLytXkeP4xvEq2otHeJfSQIRyWxo/oZGEbXrtEEF9Hnmrdly59sUbzZ/QgyWuLYHctCHxFF4tRQZNQ9k60ExQ==',
  },
  {
    name: 'wrappy',
    version: '1.0.2',
    integrity:
      'sha512-l4Sp/DRseor9wL6EvV2+TuQn63dMkPjZ/sp9XkghTEbV9KlPS1xUsZ3u7/IQO4wxtcFB4bgpQPRcR3QCvezPcQ==',
  },
];
