# AC-4: equal shares in cents
def share(total_cents, pupils)
  (total_cents.to_f / pupils).round
end
