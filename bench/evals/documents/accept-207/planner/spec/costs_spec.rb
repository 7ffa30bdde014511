# AC-6
require_relative '../lib/costs'
describe 'share' do
  it('divides evenly') { expect(share(1000, 4)).to eq(250) }
  it('handles one pupil') { expect(share(990, 1)).to eq(990) }
  it('handles zero cost') { expect(share(0, 12)).to eq(0) }
end
